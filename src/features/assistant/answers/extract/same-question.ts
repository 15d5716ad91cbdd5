/**
 * Finds the places of a conversation where somebody asks the question of the user and somebody else replies. “How long is
 * the contract?” is answered by “How long's the contract?” – “A year.” The reply rarely repeats the words of the question,
 * so the ranking of sentences misses it.
 */
import { findVersions } from '../../../../core/numbers.ts'
import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms, splitWords } from '../../../../core/terms.ts'
import type { ReadText } from '../text.ts'
import { isFormTerm } from './answerable.ts'
import { excerptAround } from './excerpt.ts'
import type { Passage } from './format-passage.ts'
import { containsRequestedKind, VALUE_NOUN } from './kind.ts'
import { readRequestedValue } from './requested-value.ts'
import { type LineSentence, readSentences } from './sentences.ts'
import { COMMON_VERBS } from './topic.ts'
import { asksYesOrNo, FILLERS, startsLikeYesOrNo, toBaseForm } from './verdict.ts'

/** Minimum ratio of the terms of both questions that they share. */
const SHARED_MIN = 0.75
/** The same if both name the same version: “Is 4.2.3 safe to install?” and “Are we safe to go to 4.2.3?” */
const SHARED_WITH_VERSION = 0.6
/** Minimum number of shared terms. Questions with the same question word can share a single one, if they have no other. */
const TERMS_MIN = 2
/** Maximum number of sentences of a reply among which the key sentence is chosen. */
const REPLY_MAX = 4
/** Maximum number of sentences between a question and its reply, of the person who asks. */
const TAIL_MAX = 1

const FORM =
  /\b(how (?:long|much|many|often|frequently|old|big|large|far|fast|quickly|soon|expensive)|how|when|where|whom?|whose|why|what|which)\b/i

/** Terms that state the existence of something: “Is it available in …?” asks the same as “Is it in …?”. */
const OF_EXISTENCE: ReadonlySet<string> = new Set(
  'available availability exist offer possible currently other'.split(' ').map(stemWord),
)

/** Maximum number of words of a question that only names a thing. */
const BARE_WORDS_MAX = 6
/** Minimum ratio of the terms of a question that such a question contains. */
const BARE_MIN = 0.6
const ASKS_FOR_ANY = /\b(?:anything|something|anyone|anybody|someone|somebody|any)\b/i
const NEGATIONS: ReadonlySet<string> = new Set(
  'not never dont didnt doesnt isnt arent wasnt werent cant cannot couldnt wont wouldnt shouldnt havent hasnt hadnt'.split(
    ' ',
  ),
)
const MODALS: ReadonlySet<string> = new Set(['should', 'must', 'shall'].map(stemWord))
const OPEN_FORMS: ReadonlySet<string> = new Set(['what', 'which', 'who', 'whom'])

const OF_VERBS: ReadonlySet<string> = new Set(COMMON_VERBS.map(stemWord))
/** Verbs of questions for the people who are somewhere: “Who comes to the training?” asks the same as “Who is at the training?” */
const OF_PRESENCE: ReadonlySet<string> = new Set('come go attend join participate'.split(' ').map(stemWord))
const NOTHING: ReadonlySet<string> = new Set()

interface ReadQuestion {
  /** Question word such as `how long`. Empty for a question of yes or no. */
  readonly form: string
  readonly terms: ReadonlySet<string>
  /** Whether it only names a thing: “And the request limits?” */
  readonly isBare: boolean
  /** Whether it asks for any thing or person: “Was there anything that you didn't understand?” */
  readonly asksForAny: boolean
  readonly isNegated: boolean
  /** Versions such as `4.2.3`. */
  readonly versions: ReadonlySet<string>
}

const sharesVersion = (one: ReadQuestion, other: ReadQuestion): boolean => !one.versions.isDisjointFrom(other.versions)

function readQuestion(text: string): ReadQuestion {
  // In “Was there anything which you missed?”, “which” asks nothing.
  const asksForAny = startsLikeYesOrNo(text) && ASKS_FOR_ANY.test(text)
  const form = asksForAny ? '' : (FORM.exec(text)?.[1] ?? '').toLowerCase().replace(/\s+/g, ' ')
  const terms = extractTerms(text)
    .map(toBaseForm)
    .filter((term) => ![FILLERS, OF_EXISTENCE, NEGATIONS, MODALS].some((some) => some.has(term)) && !isFormTerm(term))
  return {
    ...{ form, terms: new Set(terms) },
    isBare: form === '' && !asksYesOrNo(text) && splitWords(text).length <= BARE_WORDS_MAX,
    asksForAny,
    isNegated: splitWords(text).some((word) => NEGATIONS.has(word)),
    versions: new Set(findVersions(text).map(({ parts }) => parts.join('.'))),
  }
}

/**
 * @param wanted question from outside
 * @param names of the account and the speakers. Inside of their call, nobody needs to say them
 * @param omitted other terms that nobody needs to say
 */
function isSame(
  wanted: ReadQuestion,
  said: ReadQuestion,
  names: ReadonlySet<string>,
  omitted: ReadonlySet<string>,
): boolean {
  if (wanted.isNegated !== said.isNegated) return false
  if (said.isBare && wanted.form !== '') return isNamed(wanted, said, names)
  const isAny = said.asksForAny && OPEN_FORMS.has(wanted.form)
  if (wanted.form !== said.form && !isAny) return false
  const isSaid = (term: string) =>
    said.terms.has(term) || [...listSameMeaning(term)].some((other) => said.terms.has(other))
  const shared = [...wanted.terms].filter(isSaid)
  if (!shared.some((term) => !OF_VERBS.has(term) && !(omitted.size > 0 && names.has(term)))) return false
  const unsaid = [...wanted.terms].filter((term) => !isSaid(term) && !names.has(term) && !omitted.has(term)).length
  const all = said.terms.size + unsaid
  return shared.length >= TERMS_MIN
    ? shared.length / all >= (sharesVersion(wanted, said) ? SHARED_WITH_VERSION : SHARED_MIN)
    : shared.length === all && !isAny && wanted.form !== ''
}

/** Whether a question that only names a thing names what is wanted: “Support at night?” */
function isNamed(wanted: ReadQuestion, said: ReadQuestion, names: ReadonlySet<string>): boolean {
  if (said.terms.size < TERMS_MIN || !said.terms.isSubsetOf(wanted.terms)) return false
  return said.terms.size / [...wanted.terms].filter((term) => !names.has(term)).length >= BARE_MIN
}

const PRONOUN = /\b(?:it|that|this|they|them|those|these)\b/i
/** Number of sentences before a question in which people say what its pronoun means. */
const CARRIED_REACH = 3

/** Whether a question continues with a pronoun what others said: “There's SCIM, if you want it.” – “Is that extra?” */
function isCarried(wanted: ReadQuestion, said: ReadQuestion, all: readonly LineSentence[], position: number): boolean {
  if (wanted.form !== said.form || !PRONOUN.test(all[position]?.text ?? '')) return false
  if (said.terms.size === 0 || ![...said.terms].every((term) => wanted.terms.has(term))) return false
  const before = all.slice(Math.max(0, position - CARRIED_REACH), position)
  const rest = [...wanted.terms].filter((term) => !said.terms.has(term))
  return rest.length > 0 && rest.every((term) => before.some(({ terms }) => terms.map(toBaseForm).includes(term)))
}

/** Passages with the same question and the reply to it, in the order of the texts. The key sentence is of the reply. */
export function findSameQuestions(prompt: string, texts: readonly ReadText[]): Passage[] {
  const wanted = readQuestion(prompt)
  return texts.flatMap((of) => {
    if (of.kind !== 'conversation') return []
    const all = readSentences(of.lines, of.kind)
    const names = new Set(
      [of.title, ...new Set(of.lines.map(({ speaker }) => speaker))].flatMap(splitWords).map(stemWord),
    )
    return all.flatMap((sentence, position): Passage[] => {
      if (!sentence.isQuestion) return []
      const said = readQuestion(sentence.text)
      const reply = findReply(all, position)
      if (reply.length === 0) return []
      const replying = splitWords(all[reply[0] ?? -1]?.speaker ?? '')
      // “What would Dennis want us to change?” is what Dennis replies to “What should we change?”
      const isTheirs = wanted.form !== '' && replying.some((word) => wanted.terms.has(stemWord(word)))
      const omitted = isTheirs ? OF_VERBS : wanted.form === 'who' ? OF_PRESENCE : NOTHING
      if (!isSame(wanted, said, names, omitted) && !isCarried(wanted, said, all, position)) return []
      const key = findKey(all, reply, prompt) ?? position
      const { from, to } = excerptAround(all, position)
      return [{ of, all, from, to: Math.max(to, key + 1), key }]
    })
  })
}

/** Minimum number of words of a key sentence. Shorter ones are “Oh.” and “Yes.” */
const KEY_WORDS = 3

/** Position of the key sentence of a reply: the first one with the requested value, or the first one of several words. */
function findKey(all: readonly LineSentence[], reply: readonly number[], prompt: string): number | undefined {
  const states = readRequestedValue(prompt)
  const asksFigure = VALUE_NOUN.test(prompt)
  const text = (at: number) => all[at]?.text ?? ''
  return (
    reply.find((at) => states?.(text(at)) === true) ??
    (asksFigure ? reply.find((at) => containsRequestedKind('amount', text(at))) : undefined) ??
    (asksYesOrNo(prompt) ? reply[0] : reply.find((at) => (all[at]?.words.length ?? 0) >= KEY_WORDS)) ??
    reply[0]
  )
}

/** Positions of the sentences that somebody else replies. None if the reply is a question too. */
export function findReply(all: readonly LineSentence[], question: number): number[] {
  const asking = all[question]?.speaker
  let first = question + 1
  while (first <= question + TAIL_MAX && all[first]?.speaker === asking) first++
  const replying = all[first]?.speaker
  if (replying === undefined || replying === asking || all[first]?.isQuestion === true) return []
  const positions: number[] = []
  for (let at = first; at < first + REPLY_MAX && all[at]?.speaker === replying; at++) positions.push(at)
  return positions
}
