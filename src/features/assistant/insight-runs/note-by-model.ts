/**
 * Notes of conversations by a language model. One call contains relevant passages of several conversations and all
 * questions. A note is kept only if one of its quotes occurs in the cited passage. It belongs to the conversation of
 * that passage.
 */
import { estimateTokens, type LanguageModel, type ModelQuery } from '../../../core/language-model.ts'
import {
  classifyQuestion,
  fencedPassages,
  findQuote,
  isSupported,
  type NumberedPassage,
  newFence,
  type Proof,
  passagesWithin,
  type ReadText,
} from '../answers/index.ts'
import { answerTokens, createNotesPrompt, NOTING, noted } from './prompt.ts'
import { plainly } from './words.ts'

/** One conversation or knowledge source, with its passages ranked for each question. */
export interface NoteUnit {
  readonly id: string
  /** Ranked texts, by question. */
  readonly texts: readonly ReadText[]
}

/** Statement of a conversation about one question, with quotes and their line numbers. */
export interface ModelNote {
  readonly text: string
  readonly proofs: readonly Pick<Proof, 'line' | 'quote'>[]
}

/** Notes by unit ID, then by question. */
export type Notes = ReadonlyMap<string, readonly (readonly ModelNote[])[]>

/** Token budgets of passages: per specific question, per general question, per conversation, and per model call. */
const FOR_ONE = 1_200
const FOR_WHOLE = 3_000
const OF_ONE = 6_000
const OF_ASK = 10_000
/** Tokens reserved for instructions, the schema and estimation errors. */
const FRAME_TOKENS = 1_200
/** Maximum number of notes per conversation and question. */
const NOTES_MAX = 3
const TEXT_MAX = 600

interface UnitPassages {
  readonly unit: NoteUnit
  readonly passages: readonly NumberedPassage[]
  readonly tokens: number
}

/** @throws ModelFault */
export async function noteByModel(
  model: LanguageModel,
  questions: readonly string[],
  units: readonly NoteUnit[],
  signal: AbortSignal,
): Promise<Notes> {
  const notes = new Map(units.map(({ id }) => [id, questions.map((): ModelNote[] => [])]))
  for (const parts of splitIntoBatches(units, questions, computePassageBudget(model, questions))) {
    for (const [id, question, note] of await requestNotes(model, questions, parts, signal)) {
      const own = notes.get(id)?.[question]
      if (own !== undefined && own.length < NOTES_MAX) own.push(note)
    }
  }
  return notes
}

const computePassageBudget = (model: LanguageModel, questions: readonly string[]): number =>
  Math.max(
    400,
    Math.min(
      OF_ASK,
      model.contextTokens - answerTokens(model) - FRAME_TOKENS - estimateTokens(NOTING + questions.join('\n')),
    ),
  )

function splitIntoBatches(units: readonly NoteUnit[], questions: readonly string[], room: number): UnitPassages[][] {
  const wanted = questions.reduce((sum, one) => sum + (classifyQuestion(one) === 'whole' ? FOR_WHOLE : FOR_ONE), 0)
  const batches: UnitPassages[][] = []
  let left = 0
  for (const unit of units) {
    const passages = selectPassages(unit, questions, Math.min(room, OF_ONE, wanted))
    if (passages.length === 0) continue
    const tokens = passages.reduce((sum, one) => sum + one.tokens, 0)
    if (tokens > left || batches.length === 0) {
      batches.push([])
      left = room
    }
    left -= tokens
    batches.at(-1)?.push({ unit, passages, tokens })
  }
  return batches
}

/** Returns the most relevant passages of a conversation for any of the questions. */
function selectPassages({ texts }: NoteUnit, questions: readonly string[], tokens: number): readonly NumberedPassage[] {
  const [first] = texts
  if (first === undefined) return []
  const place = new Float64Array(first.lines.length)
  texts.forEach((text, index) => {
    const own = classifyQuestion(questions[index] ?? '') === 'whole' ? spreadOver(text) : text.place
    for (let line = 0; line < place.length; line++) place[line] = Math.max(place[line] ?? 0, own[line] ?? 0)
  })
  return passagesWithin([{ ...first, place }], tokens)
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Scores whose top n passages are evenly distributed over the text, for every n (golden ratio sequence). */
function spreadOver({ lines, blocks }: ReadText): Float64Array {
  const place = new Float64Array(lines.length)
  blocks.forEach(({ from, to }, index) => {
    place.fill(1 - 0.5 * ((index * GOLDEN) % 1), from, to)
  })
  return place
}

async function requestNotes(
  model: LanguageModel,
  questions: readonly string[],
  parts: readonly UnitPassages[],
  signal: AbortSignal,
): Promise<(readonly [id: string, question: number, note: ModelNote])[]> {
  const shown = parts.flatMap(({ unit, passages }) => passages.map((passage) => ({ unit, passage })))
  const passages = shown.map(({ passage }, index) => ({ ...passage, number: index + 1 }))
  const fence = newFence()
  const asking: ModelQuery & { schema: typeof noted } = {
    ...{ purpose: 'insight', system: NOTING, schema: noted, maxOutputTokens: answerTokens(model), signal },
    prompt: createNotesPrompt(questions, fencedPassages(passages, fence), fence),
  }
  const { notes } = await model.object(asking)
  return notes.flatMap(({ question, text, citations }) => {
    const asked = questions[question - 1]
    const proofs = citations.flatMap(({ passage, quote }) => {
      const one = shown[passage - 1]
      const proof = one && proofIn(one.passage, quote)
      return one === undefined || proof === undefined ? [] : [{ unit: one.unit, shown: one.passage.shown, proof }]
    })
    const unit = proofs[0]?.unit
    const own = proofs.filter((one) => one.unit === unit)
    const said = [...plainly(text)].slice(0, TEXT_MAX).join('')
    if (asked === undefined || unit === undefined) return []
    if (!isSupported(said, [...own.map((one) => one.shown), asked])) return []
    return [[unit.id, question - 1, { text: said, proofs: own.map(({ proof }) => proof) }] as const]
  })
}

/** Removes speaker and time, which models copy although the prompt excludes them. */
const withoutSpeaker = (quote: string) => quote.replace(/^[^[\]]{0,120}\[[\d:]{3,8}\]:\s*/, '')

function proofIn({ of, from, to }: NumberedPassage, quote: string): Pick<Proof, 'line' | 'quote'> | undefined {
  for (const line of of.lines.slice(from, to)) {
    const found = findQuote(withoutSpeaker(quote), line.text)
    if (found !== undefined) return { line, quote: found }
  }
  return undefined
}
