/**
 * The answer by a language model: passages are found first, it writes from those alone, and every quote of it is looked
 * up before anything of it is told. What it is sure of without proof is left out. A sentence is told as soon as it is
 * written and proven, while the model writes the next; so once one was told, there is no second try of any kind.
 */
import { estimateTokens, type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { type Evidence, type GatherPorts, gather } from '../evidence.ts'
import type { Told } from '../extract/extractive.ts'
import type { Kind } from '../extract/kind.ts'
import type { Scope } from '../scope.ts'
import type { Telling } from '../telling.ts'
import type { Proof, ReadText } from '../text.ts'
import { fenced, type NumberedPassage, newFence, passagesWithin, portionsOf } from './passages.ts'
import {
  answerSystem,
  mergeSystem,
  notesSystem,
  questionPrompt,
  type Sentence,
  type SoFarWritten,
  type Written,
  written,
  writtenSoFar,
} from './prompts.ts'
import { findQuote, isSupported } from './verify.ts'

export interface AskedModel {
  readonly scope: Scope
  readonly prompt: string
  readonly kind: Kind
  readonly evidence: Evidence
  /** Told of the answer while it comes about; nothing was told before. */
  readonly telling: Telling
  /** What was left out is added to them. */
  readonly notices: string[]
}

type Ports = GatherPorts & { readonly model: LanguageModel }

/** Tokens of an answer. */
const ANSWER_TOKENS = 1_500
/** Tokens of passages for a question about something in particular: more only distract. */
const LOOK_TOKENS = 6_000
/** Parts that a long text is read in; what is beyond is left out, and told so. */
const PORTIONS_MAX = 8

/** @throws ModelFault also after something was told */
export async function answerByModel(ports: Ports, asked: AskedModel): Promise<void> {
  const { evidence, kind, telling } = asked
  if (kind === 'whole' && evidence.texts.length > 0) return wholeByModel(ports, asked)
  const searchFor = await look(ports, asked, evidence.texts, LOOK_TOKENS)
  if (!telling.hasBegun) await secondLook(ports, asked, searchFor)
}

/** @returns other words that it would look for; none when there was nothing to look at, so that nobody was asked */
async function look(ports: Ports, asked: AskedModel, texts: readonly ReadText[], tokens: number): Promise<string> {
  const passages = passagesWithin(texts, Math.min(tokens, roomOf(ports.model, asked.prompt, answerSystem)))
  if (passages.length === 0) return ''
  const answer = await tellFrom(ports, asked, answerSystem, passages, ({ answered }) => answered)
  return answer.search_for.trim()
}

/** Once more, in other words and in more of the text. */
async function secondLook(ports: Ports, asked: AskedModel, searchFor: string): Promise<void> {
  const question = searchFor === '' ? asked.prompt : `${asked.prompt} ${searchFor}`
  const evidence = searchFor === '' ? asked.evidence : await gather(ports, asked.scope, question, false)
  await look(ports, asked, evidence.texts, 2 * LOOK_TOKENS)
}

/** A whole text, or several: each part is noted, and the notes are put together. */
async function wholeByModel(ports: Ports, asked: AskedModel): Promise<void> {
  const { prompt, evidence, notices } = asked
  const portions = portionsOf(evidence.texts, roomOf(ports.model, prompt, notesSystem))
  const [only, ...others] = portions
  if (only === undefined) return
  if (others.length === 0) {
    await tellFrom(ports, asked, answerSystem, only)
    return
  }
  const notes: Told[] = []
  for (const portion of spread(portions, PORTIONS_MAX)) {
    const { sentences } = await ports.model.object(questionOf(ports, notesSystem, prompt, portion))
    notes.push(...sentences.flatMap((one) => proven(one, portion, prompt) ?? []))
  }
  const read = Math.min(portions.length, PORTIONS_MAX)
  if (read < portions.length) notices.push(`Of ${portions.length} parts ${read} were read, spread over the whole.`)
  if (notes.length > 0) await tellMerged(ports, asked, notes)
}

/** The first, the last, and those between at even distances. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as T)
}

/**
 * Notes become one answer; where that fails or comes to nothing they are told as they are. Not so behind a beginning of
 * it: they would say it all again.
 */
async function tellMerged(ports: Ports, asked: AskedModel, notes: readonly Told[]): Promise<void> {
  const { prompt, telling } = asked
  const passages = asPassages(notes)
  const room = roomOf(ports.model, prompt, mergeSystem)
  if (passages.reduce((sum, { tokens }) => sum + tokens, 0) <= room) {
    try {
      await tellFrom(ports, asked, mergeSystem, passages)
    } catch (error) {
      if (!(error instanceof ModelFault) || telling.hasBegun) throw error
    }
  }
  if (telling.hasBegun) return
  for (const note of notes) await telling.tell(note)
}

/** A note is shown with its quotes, which are what may be quoted from it. */
function asPassages(notes: readonly Told[]): (NumberedPassage & { quotable: readonly Proof[] })[] {
  return notes.flatMap(({ text, proofs }, index) => {
    const [first] = proofs
    if (first === undefined) return []
    const lines = [text, ...proofs.map(({ quote }) => quote)].map((line) => `| ${line.replace(/\s+/g, ' ').trim()}`)
    const shown = lines.join('\n')
    const of = first.of as ReadText
    return [{ number: index + 1, of, from: 0, to: 0, shown, tokens: estimateTokens(shown) + 40, quotable: proofs }]
  })
}

/** Tokens there are for passages. */
function roomOf(model: LanguageModel, prompt: string, system: string): number {
  return Math.max(0, model.contextTokens - ANSWER_TOKENS - estimateTokens(prompt + system) - 800)
}

function questionOf({ signal }: Ports, system: string, prompt: string, passages: readonly NumberedPassage[]) {
  const fence = newFence()
  return {
    ...{ purpose: 'answer', system, schema: written, maxOutputTokens: ANSWER_TOKENS, signal },
    prompt: questionPrompt(prompt, fenced(passages, fence), fence),
  }
}

/**
 * Asks, and tells each sentence that stands while the next is written: the whole answer is told by the same rule as its
 * beginning.
 * @param counts whether the answer claims to be one
 */
async function tellFrom(
  ports: Ports,
  { prompt, telling }: AskedModel,
  system: string,
  passages: readonly Quotable[],
  counts: (answer: SoFarWritten) => boolean = () => true,
): Promise<Written> {
  let seen = 0
  const tell = async (answer: SoFarWritten): Promise<boolean> => {
    // Until something was told, the model may have begun anew.
    if (!telling.hasBegun) seen = 0
    for (const sentence of counts(answer) ? answer.sentences.slice(seen) : []) {
      const told = proven(sentence, passages, prompt)
      if (told !== undefined) await telling.tell(told)
      seen++
    }
    return telling.hasBegun
  }
  const question = questionOf(ports, system, prompt, passages)
  const answer = await ports.model.object({ ...question, soFar: { schema: writtenSoFar, tell } })
  await tell(answer)
  return answer
}

type Quotable = NumberedPassage & { readonly quotable?: readonly Proof[] }

/** A sentence stands with at least one quote that was found, when it speaks of what it quotes. */
function proven({ text, citations }: Sentence, passages: readonly Quotable[], prompt: string): Told | undefined {
  const byNumber = new Map(passages.map((one) => [one.number, one]))
  const cited = citations.flatMap((one) => byNumber.get(one.passage) ?? [])
  const proofs = citations.flatMap(({ passage, quote }) => proofOf(byNumber.get(passage), quote) ?? [])
  const sentence = oneSentence(text)
  if (proofs.length === 0 || !isSupported(sentence, [...cited.map(({ shown }) => shown), prompt])) return undefined
  return { text: ` ${sentence}`, proofs: unlike(proofs) }
}

const oneSentence = (text: string) => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

function unlike(proofs: readonly Proof[]): Proof[] {
  return [...new Map(proofs.map((proof) => [`${proof.of.id} ${proof.line} ${proof.quote}`, proof])).values()]
}

function proofOf(passage: Quotable | undefined, quote: string): Proof | undefined {
  if (passage === undefined) return undefined
  if (passage.quotable !== undefined) {
    const found = passage.quotable.find((proof) => findQuote(quote, proof.quote) !== undefined)
    return found && { ...found, quote: findQuote(quote, found.quote) ?? found.quote }
  }
  const { of, from, to } = passage
  for (let line = from; line < to; line++) {
    const found = findQuote(quote, of.lines[line]?.text ?? '')
    if (found !== undefined) return { of, line, quote: found }
  }
  return undefined
}
