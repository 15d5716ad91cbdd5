/**
 * The answer by a language model: passages are found first, it writes from those alone, and every quote of it is looked
 * up before anything of it is told. What it is sure of without proof is left out.
 */
import { type Ask, estimateTokens, type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { type Evidence, type EvidencePorts, gather } from '../evidence.ts'
import type { Told } from '../extract/extractive.ts'
import type { Kind } from '../extract/kind.ts'
import type { Scope } from '../scope.ts'
import type { Proof, ReadText } from '../text.ts'
import { fenced, type NumberedPassage, newFence, passagesWithin, portionsOf } from './passages.ts'
import { answerSystem, mergeSystem, notesSystem, questionPrompt, type Written, written } from './prompts.ts'
import { findQuote, isSupported } from './verify.ts'

export interface AskedModel {
  readonly scope: Scope
  readonly prompt: string
  readonly kind: Kind
  readonly evidence: Evidence
}

export interface Made {
  readonly told: readonly Told[]
  readonly notice: string | null
}

type Ports = EvidencePorts & { readonly model: LanguageModel }

/** Tokens of an answer. */
const ANSWER_TOKENS = 1_500
/** Tokens of passages for a question about something in particular: more only distract. */
const LOOK_TOKENS = 6_000
/** Parts that a long text is read in; what is beyond is left out, and told so. */
const PORTIONS_MAX = 8

/** @throws ModelFault */
export async function answerByModel(ports: Ports, asked: AskedModel): Promise<Made> {
  const { evidence, kind } = asked
  if (kind === 'whole' && evidence.texts.length > 0) return wholeByModel(ports, asked)
  const first = await look(ports, asked, evidence.texts, LOOK_TOKENS)
  if (first !== undefined && first.told.length > 0) return { told: first.told, notice: null }
  const wider = await secondLook(ports, asked, first?.searchFor ?? '')
  return { told: wider?.told ?? [], notice: null }
}

interface Look {
  readonly told: readonly Told[]
  readonly searchFor: string
}

/** Undefined: there was nothing to look at, so nobody was asked. */
async function look(
  ports: Ports,
  { prompt }: AskedModel,
  texts: readonly ReadText[],
  tokens: number,
): Promise<Look | undefined> {
  const passages = passagesWithin(texts, Math.min(tokens, roomOf(ports.model, prompt, answerSystem)))
  if (passages.length === 0) return undefined
  const answer = await ask(ports, answerSystem, prompt, passages)
  return { told: answer.answered ? proven(answer, passages, prompt) : [], searchFor: answer.search_for.trim() }
}

/** Once more, in other words and in more of the text. */
async function secondLook(ports: Ports, asked: AskedModel, searchFor: string): Promise<Look | undefined> {
  const question = searchFor === '' ? asked.prompt : `${asked.prompt} ${searchFor}`
  const evidence = searchFor === '' ? asked.evidence : await gather(ports, asked.scope, question, false)
  return look(ports, asked, evidence.texts, 2 * LOOK_TOKENS)
}

/** A whole text, or several: each part is noted, and the notes are put together. */
async function wholeByModel(ports: Ports, { prompt, evidence }: AskedModel): Promise<Made> {
  const portions = portionsOf(evidence.texts, roomOf(ports.model, prompt, notesSystem))
  const [only, ...others] = portions
  if (only === undefined) return { told: [], notice: null }
  if (others.length === 0) {
    const answer = await ask(ports, answerSystem, prompt, only)
    return { told: proven(answer, only, prompt), notice: null }
  }
  const notes: Told[] = []
  for (const portion of spread(portions, PORTIONS_MAX)) {
    notes.push(...proven(await ask(ports, notesSystem, prompt, portion), portion, prompt))
  }
  const read = Math.min(portions.length, PORTIONS_MAX)
  const notice = read < portions.length ? `Of ${portions.length} parts ${read} were read, spread over the whole.` : null
  if (notes.length === 0) return { told: [], notice }
  return { told: await merged(ports, prompt, notes), notice }
}

/** The first, the last, and those between at even distances. */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all
  return Array.from({ length: count }, (_, at) => all[Math.round((at * (all.length - 1)) / (count - 1))] as T)
}

/** Notes become one answer; where that fails or comes to nothing they are told as they are. */
async function merged(ports: Ports, prompt: string, notes: readonly Told[]): Promise<readonly Told[]> {
  const passages = asPassages(notes)
  const room = roomOf(ports.model, prompt, mergeSystem)
  if (passages.reduce((sum, { tokens }) => sum + tokens, 0) > room) return notes
  try {
    const told = proven(await ask(ports, mergeSystem, prompt, passages), passages, prompt)
    return told.length > 0 ? told : notes
  } catch (error) {
    if (!(error instanceof ModelFault)) throw error
    return notes
  }
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

function ask({ model, signal }: Ports, system: string, prompt: string, passages: readonly NumberedPassage[]) {
  const fence = newFence()
  const asking: Ask & { schema: typeof written } = {
    ...{ purpose: 'answer', system, schema: written, maxOutputTokens: ANSWER_TOKENS, signal },
    prompt: questionPrompt(prompt, fenced(passages, fence), fence),
  }
  return model.object(asking)
}

type Quotable = NumberedPassage & { readonly quotable?: readonly Proof[] }

/** What stands: sentences with at least one quote that was found, which speak of what they quote. */
function proven({ sentences }: Written, passages: readonly Quotable[], prompt: string): Told[] {
  const byNumber = new Map(passages.map((one) => [one.number, one]))
  const told: Told[] = []
  for (const { text, citations } of sentences) {
    const cited = citations.flatMap((one) => byNumber.get(one.passage) ?? [])
    const proofs = citations.flatMap(({ passage, quote }) => proofOf(byNumber.get(passage), quote) ?? [])
    const sentence = oneSentence(text)
    const grounds = [...cited.map(({ shown }) => shown), prompt]
    if (proofs.length === 0 || !isSupported(sentence, grounds)) continue
    told.push({ text: told.length === 0 ? sentence : ` ${sentence}`, proofs: unlike(proofs) })
  }
  return told
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
