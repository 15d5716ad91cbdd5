/**
 * What conversations say, noted by a language model: some of them at once, each by the passages that may matter, and all
 * the questions together. A note stays when a quote of it stands in a passage it names; it belongs to the conversation
 * of that passage.
 */
import { type Ask, estimateTokens, type LanguageModel } from '../../core/language-model.ts'
import {
  fenced,
  findQuote,
  isSupported,
  kindOf,
  type NumberedPassage,
  newFence,
  passagesWithin,
  type ReadText,
} from '../answers/index.ts'
import { answerTokens, NOTING, noted, notingPrompt } from './asked.ts'
import { plainly } from './words.ts'

/** One conversation or source, read for each of the questions. */
export interface Unit {
  readonly id: string
  /** By question. */
  readonly texts: readonly ReadText[]
}

/** What one of them says to one question; a quote, and the line of the text it stands in. */
export interface Note {
  readonly text: string
  readonly proofs: readonly { readonly line: number; readonly quote: string }[]
}

/** By unit, then by question. */
export type Notes = ReadonlyMap<string, readonly (readonly Note[])[]>

/** Tokens of passages: of one conversation for one question, for all of them, and of one ask. */
const FOR_ONE = 1_200
const FOR_WHOLE = 3_000
const OF_ONE = 6_000
const OF_ASK = 10_000
/** Our own words beside the passages, the schema in words, and what counting misses. */
const FRAME_TOKENS = 1_200
/** Notes of one conversation for one question. */
const NOTES_MAX = 3
const TEXT_MAX = 600

interface Part {
  readonly unit: Unit
  readonly passages: readonly NumberedPassage[]
  readonly tokens: number
}

/** @throws ModelFault */
export async function noteByModel(
  model: LanguageModel,
  questions: readonly string[],
  units: readonly Unit[],
  signal: AbortSignal,
): Promise<Notes> {
  const notes = new Map(units.map(({ id }) => [id, questions.map((): Note[] => [])]))
  for (const parts of batchesOf(units, questions, roomOf(model, questions))) {
    for (const [id, question, note] of await ask(model, questions, parts, signal)) {
      const own = notes.get(id)?.[question]
      if (own !== undefined && own.length < NOTES_MAX) own.push(note)
    }
  }
  return notes
}

const roomOf = (model: LanguageModel, questions: readonly string[]): number =>
  Math.max(
    400,
    Math.min(
      OF_ASK,
      model.contextTokens - answerTokens(model) - FRAME_TOKENS - estimateTokens(NOTING + questions.join('\n')),
    ),
  )

function batchesOf(units: readonly Unit[], questions: readonly string[], room: number): Part[][] {
  const wanted = questions.reduce((sum, one) => sum + (kindOf(one) === 'whole' ? FOR_WHOLE : FOR_ONE), 0)
  const batches: Part[][] = []
  let left = 0
  for (const unit of units) {
    const passages = passagesOf(unit, questions, Math.min(room, OF_ONE, wanted))
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

/** Those of one conversation that matter most for any of the questions. */
function passagesOf({ texts }: Unit, questions: readonly string[], tokens: number): readonly NumberedPassage[] {
  const [first] = texts
  if (first === undefined) return []
  const place = new Float64Array(first.lines.length)
  texts.forEach((text, index) => {
    const own = kindOf(questions[index] ?? '') === 'whole' ? spreadOver(text) : text.place
    for (let line = 0; line < place.length; line++) place[line] = Math.max(place[line] ?? 0, own[line] ?? 0)
  })
  return passagesWithin([{ ...first, place }], tokens)
}

const GOLDEN = (Math.sqrt(5) - 1) / 2

/** Places by which the best so many passages lie evenly over the whole, however many that are. */
function spreadOver({ lines, blocks }: ReadText): Float64Array {
  const place = new Float64Array(lines.length)
  blocks.forEach(({ from, to }, index) => {
    place.fill(1 - 0.5 * ((index * GOLDEN) % 1), from, to)
  })
  return place
}

async function ask(
  model: LanguageModel,
  questions: readonly string[],
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<(readonly [id: string, question: number, note: Note])[]> {
  const shown = parts.flatMap(({ unit, passages }) => passages.map((passage) => ({ unit, passage })))
  const passages = shown.map(({ passage }, index) => ({ ...passage, number: index + 1 }))
  const fence = newFence()
  const asking: Ask & { schema: typeof noted } = {
    ...{ purpose: 'insight', system: NOTING, schema: noted, maxOutputTokens: answerTokens(model), signal },
    prompt: notingPrompt(questions, fenced(passages, fence), fence),
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

/** Models copy who speaks, and when, although they are told not to. */
const withoutSpeaker = (quote: string) => quote.replace(/^[^[\]]{0,120}\[[\d:]{3,8}\]:\s*/, '')

function proofIn({ of, from, to }: NumberedPassage, quote: string): { line: number; quote: string } | undefined {
  for (let line = from; line < to; line++) {
    const found = findQuote(withoutSpeaker(quote), of.lines[line]?.text ?? '')
    if (found !== undefined) return { line, quote: found }
  }
  return undefined
}
