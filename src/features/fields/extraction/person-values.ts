/**
 * Texts that name nobody, or somebody for another reason than the field requests. "Hi Owen, I'm Lena" says who is on the
 * call, and not who decides.
 */
import { stemWord } from '../../../core/stems.ts'
import { splitWords } from '../../../core/terms.ts'
import type { FieldCandidate } from './candidate.ts'
import type { FieldContext } from './context.ts'
import { isRoleStem, sideOfSpeaker } from './field-intent.ts'
import type { TurnSentence } from './transcript-view.ts'

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
  const words = turn.tokens.filter((token) => token.from >= from && token.to <= to)
  return words.some(({ capital, stem }, at) => PEOPLE.has(stem) || (capital && (kind === 'name' || at > 0)))
}

/** Whether few words, and no other subject, are between a text and a word of the role. */
function isNextToRole({ turn, sentence, from, to }: FieldCandidate): boolean {
  const tokens = turn.tokens.slice(sentence.first, sentence.last)
  return tokens.some((role) => {
    if (!isRoleStem(role.stem)) return false
    const between = tokens.filter((one) =>
      role.from >= to ? one.from >= to && one.to <= role.from : one.from >= role.to && one.to <= from,
    )
    return between.length <= APART_MAX && !between.some(({ word }) => SUBJECTS.has(word.split(/['’]/, 1)[0] ?? ''))
  })
}

function isInsideSpeaker({ view }: FieldContext, text: string): boolean {
  const said = splitWords(text)
  return view.turns.some(({ speaker }) => {
    if (sideOfSpeaker(speaker) !== 'inside') return false
    const name = splitWords(speaker.name)
    return said.length > 0 && said.every((word) => name.includes(word))
  })
}
