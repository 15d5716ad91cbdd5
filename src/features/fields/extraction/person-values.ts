/**
 * Texts that name nobody, or somebody for another reason than the field requests. "Hi Owen, I'm Lena" says who is on the
 * call, and not who decides.
 */
import { stemWord } from '../../../core/stems.ts'
import { splitWords } from '../../../core/terms.ts'
import type { FieldCandidate } from './candidate.ts'
import type { FieldContext } from './context.ts'
import { isRoleStem, sideOfSpeaker } from './field-intent.ts'
import type { TranscriptView, TurnSentence, ViewToken } from './transcript-view.ts'

const PRONOUNS: ReadonlySet<string> = new Set(
  `i me mine you yours he him his she her hers it its we us ours they them theirs this that these those who whom one ones
  somebody someone anybody anyone everybody everyone nobody myself yourself himself herself itself ourselves themselves
  something anything everything nothing both each other others`.split(/\s+/),
)

/** Whether a text consists of pronouns: "them", "he himself". */
export function isPronoun(text: string): boolean {
  const words = splitWords(text)
  return words.length > 0 && words.every((word) => PRONOUNS.has(word))
}

/** Words for people whose names aren't said: "our head of IT", "my husband", "the board". */
const PEOPLE: ReadonlySet<string> = new Set(
  `head director boss manager board owner committee team husband wife partner brother sister father mother son daughter
  chief ceo cfo cto cio coo president founder lead leader supervisor department council lawyer legal finance procurement
  purchasing management executive colleague`
    .split(/\s+/)
    .map(stemWord),
)
const SUBJECTS: ReadonlySet<string> = new Set(['i', 'we', 'you', 'he', 'she', 'they', 'it'])
/** Maximum number of words between a person and the verb or noun of the role. */
const APART_MAX = 6
/** Number of sentences of a reply that can name the requested person. */
const REPLY_SENTENCES = 2

/**
 * Whether a text isn't the person with the role that a field requests. It names no person, or a speaker of the own
 * organization. Or it is neither next to a word of the role, nor a reply to a question for the role.
 */
export function isOtherPerson(context: FieldContext, index: number, candidate: FieldCandidate): boolean {
  const intent = context.intents[index]
  if (intent?.role !== true) return false
  if (!namesPerson(candidate) || (intent.side !== 'inside' && isInsideSpeaker(context, candidate.text))) return true
  const mentions = (sentence: TurnSentence) => context.coverage(index, sentence).some((share) => share > 0)
  const { turn, sentence } = candidate
  const isAsked = (context.askedBefore[turn.at] ?? []).some(({ sentence: asked }) => mentions(asked))
  if (isAsked && sentence.at < REPLY_SENTENCES) return false
  return !mentions(sentence) || !isNextToRole(candidate)
}

/** Whether a text contains a name, or a word for a person. The first word of a sentence is always capitalized. */
function namesPerson({ turn, from, to, thing, kind }: FieldCandidate): boolean {
  if (thing !== undefined && thing !== 'person' && thing !== 'other') return false
  const words = turn.tokens.slice(findToken(turn.tokens, from), findToken(turn.tokens, to))
  return words.some(({ capital, stem }, at) => PEOPLE.has(stem) || (capital && (kind === 'name' || at > 0)))
}

/** Whether few words, and no other subject, are between a text and a word of the role. */
function isNextToRole({ turn: { tokens }, sentence, from, to }: FieldCandidate): boolean {
  const [first, after] = [findToken(tokens, from), findToken(tokens, to)]
  const before = tokens.slice(Math.max(sentence.first, first - APART_MAX - 1), first).toReversed()
  return [before, tokens.slice(after, Math.min(sentence.last, after + APART_MAX + 1))].some((next) => {
    const role = next.findIndex(({ stem }) => isRoleStem(stem))
    return role !== -1 && !next.slice(0, role).some(isSubject)
  })
}

const isSubject = ({ word }: ViewToken) => SUBJECTS.has(word.split(/['’]/, 1)[0] ?? '')

/** Index of the first token at or after an offset. */
function findToken(tokens: readonly ViewToken[], offset: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tokens[middle]?.from ?? 0) < offset) low = middle + 1
    else high = middle
  }
  return low
}

/** Words of the names of the own organization's speakers, by conversation. */
const insideWords = new WeakMap<TranscriptView, ReadonlySet<string>>()

function isInsideSpeaker({ view }: FieldContext, text: string): boolean {
  let words = insideWords.get(view)
  if (words === undefined) {
    const inside = view.turns.filter(({ speaker }) => sideOfSpeaker(speaker) === 'inside')
    words = new Set([...new Set(inside.map(({ speaker }) => speaker.name))].flatMap(splitWords))
    insideWords.set(view, words)
  }
  const said = splitWords(text)
  return said.length > 0 && said.every((word) => words.has(word))
}
