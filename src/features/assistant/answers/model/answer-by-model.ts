/**
 * Generates answers with a language model. Parley finds passages first, the model writes from them only, and each quote
 * is verified before it is sent. Claims without a verified quote are dropped. Each sentence is sent as soon as it is
 * complete and verified. After the first one, there is no retry and no fallback.
 */
import { estimateTokens, type LanguageModel, ModelFault } from '../../../../core/language-model.ts'
import type { Telling } from '../answer-stream.ts'
import { type AnswerEvidence, type GatherPorts, gather } from '../evidence.ts'
import type { QuestionKind } from '../extract/kind.ts'
import type { AnswerScope } from '../scope.ts'
import type { AnswerPart } from '../text.ts'
import { type EvidenceText, type Proof, type TextSource, toTextSource, withLines } from '../text.ts'
import { fencedPassages, type NumberedPassage, newFence, passagesWithin, splitIntoPortions } from './passages.ts'
import {
  answerSystem,
  mergeSystem,
  notesSystem,
  partialAnswerSchema,
  questionPrompt,
  type SoFarWritten,
  type WrittenAnswer,
  type WrittenSentence,
  written,
} from './prompts.ts'
import { findQuote, isSupported } from './verify.ts'

export interface ModelQuestion {
  readonly scope: AnswerScope
  readonly prompt: string
  readonly kind: QuestionKind
  readonly evidence: AnswerEvidence
  /** Receives the answer part by part. Nothing was sent before. */
  readonly emitting: Telling
  /** Descriptions of omitted parts are appended here. */
  readonly notices: string[]
}

type ModelAnswerPorts = GatherPorts & { readonly model: LanguageModel }

/** Maximum number of output tokens. */
const ANSWER_TOKENS = 1_500
/** Token budget of passages for a specific question. More passages reduce the quality. */
const LOOK_TOKENS = 6_000
/** Maximum number of portions of a long text. A notice reports omitted portions. */
const PORTIONS_MAX = 8

/** @throws ModelFault, possibly after parts of the answer were sent */
export async function answerByModel(ports: ModelAnswerPorts, asked: ModelQuestion): Promise<void> {
  const { evidence, kind, emitting } = asked
  if (kind === 'whole' && evidence.texts.length > 0) return wholeByModel(ports, asked)
  const searchFor = await searchPassages(ports, asked, evidence.texts, LOOK_TOKENS)
  if (!emitting.hasBegun) await repeatSearch(ports, asked, searchFor)
}

/** @returns other search terms that the model suggests. Empty if there were no passages and the model wasn't called */
async function searchPassages(
  ports: ModelAnswerPorts,
  asked: ModelQuestion,
  texts: readonly EvidenceText[],
  tokens: number,
): Promise<string> {
  const passages = passagesWithin(
    texts.map(withLines),
    Math.min(tokens, computePassageBudget(ports.model, asked.prompt, answerSystem)),
  )
  if (passages.length === 0) return ''
  const answer = await serializeFrom(ports, asked, answerSystem, passages, ({ answered }) => answered)
  return answer.search_for.trim()
}

/** Repeats the search with the suggested terms and twice the token budget. */
async function repeatSearch(ports: ModelAnswerPorts, asked: ModelQuestion, searchFor: string): Promise<void> {
  const question = searchFor === '' ? asked.prompt : `${asked.prompt} ${searchFor}`
  const evidence =
    searchFor === '' ? asked.evidence : await gather(ports, asked.scope, { asked: question, whole: false })
  await searchPassages(ports, asked, evidence.texts, 2 * LOOK_TOKENS)
}

/** Answers from complete texts: takes notes on each portion, then merges the notes. */
async function wholeByModel(ports: ModelAnswerPorts, asked: ModelQuestion): Promise<void> {
  const { prompt, evidence, notices } = asked
  const portions = splitIntoPortions(
    evidence.texts.map(withLines),
    computePassageBudget(ports.model, prompt, notesSystem),
  )
  const [only, ...others] = portions
  if (only === undefined) return
  if (others.length === 0) {
    await serializeFrom(ports, asked, answerSystem, only)
    return
  }
  const notes: AnswerPart[] = []
  for (const portion of spread(portions, PORTIONS_MAX)) {
    const { sentences } = await ports.model.object(createModelRequest(ports, notesSystem, prompt, portion))
    notes.push(...sentences.flatMap((one) => verifySentence(one, portion, prompt) ?? []))
  }
  const read = Math.min(portions.length, PORTIONS_MAX)
  if (read < portions.length) {
    notices.push(`Only ${read} of ${portions.length} parts were read, distributed over the complete text.`)
  }
  if (notes.length > 0) await serializeMerged(ports, asked, notes)
}

/** Selects the first item, the last one, and items at even distances between them. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as T)
}

/**
 * Merges notes to one answer. If the merge fails or is empty, sends the notes unmerged, but not after a part was sent,
 * because the notes would repeat it.
 */
async function serializeMerged(
  ports: ModelAnswerPorts,
  asked: ModelQuestion,
  notes: readonly AnswerPart[],
): Promise<void> {
  const { prompt, emitting } = asked
  const passages = asPassages(notes)
  const room = computePassageBudget(ports.model, prompt, mergeSystem)
  if (passages.reduce((sum, { tokens }) => sum + tokens, 0) <= room) {
    try {
      await serializeFrom(ports, asked, mergeSystem, passages)
    } catch (error) {
      if (!(error instanceof ModelFault) || emitting.hasBegun) throw error
    }
  }
  if (emitting.hasBegun) return
  for (const note of notes) await emitting.emit(note)
}

/** Converts notes to passages. Only the quotes of a note can be quoted. */
function asPassages(notes: readonly AnswerPart[]): NotePassage[] {
  return notes.flatMap(({ text, proofs }, index): NotePassage[] => {
    const [first] = proofs
    if (first === undefined) return []
    const lines = [text, ...proofs.map(({ quote }) => quote)].map((line) => `| ${line.replace(/\s+/g, ' ').trim()}`)
    const shown = lines.join('\n')
    return [
      { number: index + 1, of: first.of, from: 0, to: 0, shown, tokens: estimateTokens(shown) + 40, quotable: proofs },
    ]
  })
}

/** Token budget for passages. */
function computePassageBudget(model: LanguageModel, prompt: string, system: string): number {
  return Math.max(0, model.contextTokens - ANSWER_TOKENS - estimateTokens(prompt + system) - 800)
}

function createModelRequest(
  { signal }: ModelAnswerPorts,
  system: string,
  prompt: string,
  passages: readonly Quotable[],
) {
  const fence = newFence()
  return {
    ...{ purpose: 'answer', system, schema: written, maxOutputTokens: ANSWER_TOKENS, signal },
    prompt: questionPrompt(prompt, fencedPassages(passages, fence), fence),
  }
}

/**
 * Calls the model and sends each verified sentence while the next one is generated. The complete answer follows the
 * same rule as its parts.
 * @param counts whether to send the sentences of this answer
 */
async function serializeFrom(
  ports: ModelAnswerPorts,
  { prompt, emitting }: ModelQuestion,
  system: string,
  passages: readonly Quotable[],
  counts: (answer: SoFarWritten) => boolean = () => true,
): Promise<WrittenAnswer> {
  let seen = 0
  const emitSentences = async (answer: SoFarWritten): Promise<boolean> => {
    // Before the first part was sent, the model may have restarted its output.
    if (!emitting.hasBegun) seen = 0
    for (const sentence of counts(answer) ? answer.sentences.slice(seen) : []) {
      const told = verifySentence(sentence, passages, prompt)
      if (told !== undefined) await emitting.emit(told)
      seen++
    }
    return emitting.hasBegun
  }
  const question = createModelRequest(ports, system, prompt, passages)
  const answer = await ports.model.object({
    ...question,
    soFar: { schema: partialAnswerSchema, onPartial: emitSentences },
  })
  await emitSentences(answer)
  return answer
}

/** Note of the model as a passage. */
interface NotePassage extends Omit<NumberedPassage, 'of'> {
  readonly of: TextSource
  readonly quotable: readonly Proof[]
}

type Quotable = (NumberedPassage & { readonly quotable?: undefined }) | NotePassage

/**
 * Returns a sentence with its verified quotes. Undefined without a verified quote, or if the quotes don't support it.
 */
function verifySentence(
  { text, citations }: WrittenSentence,
  passages: readonly Quotable[],
  prompt: string,
): AnswerPart | undefined {
  const byNumber = new Map(passages.map((one) => [one.number, one]))
  const cited = citations.flatMap((one) => byNumber.get(one.passage) ?? [])
  const proofs = citations.flatMap(({ passage, quote }) => toProof(byNumber.get(passage), quote) ?? [])
  const sentence = oneSentence(text)
  if (proofs.length === 0 || !isSupported(sentence, [...cited.map(({ shown }) => shown), prompt])) return undefined
  return { text: ` ${sentence}`, proofs: uniqueProofs(proofs) }
}

const oneSentence = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

function uniqueProofs(proofs: readonly Proof[]): Proof[] {
  return [...new Map(proofs.map((proof) => [`${proof.of.id} ${proof.line.segment} ${proof.quote}`, proof])).values()]
}

function toProof(passage: Quotable | undefined, quote: string): Proof | undefined {
  if (passage === undefined) return undefined
  if (passage.quotable !== undefined) {
    const found = passage.quotable.find((proof) => findQuote(quote, proof.quote) !== undefined)
    return found && { ...found, quote: findQuote(quote, found.quote) ?? found.quote }
  }
  const { of, from, to } = passage
  for (let line = from; line < to; line++) {
    const spoken = of.lines[line]
    const found = findQuote(quote, spoken?.text ?? '')
    if (spoken !== undefined && found !== undefined) return { of: toTextSource(of), line: spoken, quote: found }
  }
  return undefined
}
