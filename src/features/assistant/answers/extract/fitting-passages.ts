/** Selects and orders passages by the form of the question: who does something, when it happens, and about whom it is. */

import { listSameMeaning } from '../../../../core/same-meaning.ts'
import { stemWord } from '../../../../core/stems.ts'
import { extractTerms, splitWords } from '../../../../core/terms.ts'
import { readAct, statesAct } from './act.ts'
import { isContentTerm, isValueTerm } from './answerable.ts'
import type { Passage } from './format-passage.ts'
import { containsRequestedKind, type QuestionKind, statesDate } from './kind.ts'
import { CARRIED_REACH } from './preceding.ts'
import { readRate, readStatedValue } from './requested-value.ts'
import { listSynonyms } from './synonyms.ts'

/** Whether the key sentence names one of the people, and contains every other content word of the question. */
export function isAboutPeople({ all, key }: Passage, prompt: string, people: readonly string[]): boolean {
  const names = new Set(people.flatMap(splitWords))
  const { words = [], terms = [], isQuestion = true } = all[key] ?? {}
  const asked = extractTerms(prompt).filter((term) => isContentTerm(term) && !names.has(term))
  const wanted = asked.map(listSynonyms)
  const isNamed = words.some((word) => names.has(word))
  return !isQuestion && isNamed && wanted.length > 0 && wanted.every((some) => terms.some((term) => some.has(term)))
}

const ASKS_COMING =
  /^\W*(?:(?:by|since|until|from) )?(?:when|(?:on |at |by )?what (?:day|date|time)) (?:do|does|will|is|are|am|can|should|shall)\b/i
/** Minimum ratio of the question's words in a passage that replaces an older one. */
const REPLACES_MIN = 0.6

/**
 * Puts the newest passages first if the question is about something to come: “The new warehouse opens in five weeks”
 * replaces what was planned months before.
 */
export function orderByDate(prompt: string, passages: readonly Passage[]): readonly Passage[] {
  if (!ASKS_COMING.test(prompt)) return passages
  const asked = [...new Set(extractTerms(prompt))].filter(isContentTerm).map(listSynonyms)
  const isDated = ({ of, all, from, to, key }: Passage) => {
    if (of.at === null || !containsRequestedKind('when', all[key]?.text ?? '')) return false
    const said = new Set(all.slice(from, to).flatMap(({ terms }) => terms))
    const covered = asked.filter((wording) => [...wording].some((term) => said.has(term))).length
    return covered > 0 && covered / asked.length >= REPLACES_MIN
  }
  const dated = passages.filter(isDated).toSorted((a, b) => (b.of.at ?? '').localeCompare(a.of.at ?? ''))
  let next = 0
  return passages.map((passage) => (isDated(passage) ? (dated[next++] ?? passage) : passage))
}

/** Passages that say who does what the question names. All if it names no act. */
export function selectActing(prompt: string, passages: readonly Passage[]): readonly Passage[] {
  const act = readAct(prompt)
  return act === undefined
    ? passages
    : passages.filter(({ all, from, to }) => all.slice(from, to).some(({ words }) => statesAct(words, act)))
}

/** Test for sentences that state the requested value or date. Undefined if a question requests neither. */
const readStated = (kind: QuestionKind, prompt: string): ((text: string) => boolean) | undefined =>
  kind === 'when' ? statesDate : kind === 'amount' ? readStatedValue(prompt) : undefined

/** Maximum number of words of a sentence next to the key sentence that states its value: “It's in eleven weeks.” */
const VALUE_WORDS = 8
const CONTINUES = /^\W*(?:(?:and|but|so),? )?(?:it|they|that|this|these|those|he|she|we)\b/i

/** Whether the key sentence states a value, or a short sentence next to it, or the reply to it. */
function statesNearKey({ all, from, to, key }: Passage, states: (text: string) => boolean): boolean {
  const asking = all[key]?.isQuestion === true ? all[key]?.speaker : undefined
  return all.slice(from, to).some(({ text, words, speaker, isQuestion }, index) => {
    const distance = Math.abs(from + index - key)
    // “Are you still okay for half an hour?” states no duration.
    if (isQuestion && distance > 0) return false
    const isNear = distance === 0 || (distance === 1 && (words.length <= VALUE_WORDS || CONTINUES.test(text)))
    const isReply = asking !== undefined && from + index > key && speaker !== asking
    return (isNear || isReply) && states(text)
  })
}

const selectStatements = (passages: readonly Passage[], states: (text: string) => boolean): readonly Passage[] =>
  passages.filter((passage) => statesNearKey(passage, states))

/**
 * Passages that state the requested value or date, if one of them does. “Then we need a longer training” is about the
 * question “How long is the training?”, and answers nothing. Neither does the cost of something else.
 */
export function selectStating(kind: QuestionKind, prompt: string, passages: readonly Passage[]): readonly Passage[] {
  const states = readStated(kind, prompt)
  if (states === undefined) return passages
  const asked = extractTerms(prompt).filter(isContentTerm).map(listSynonyms)
  const rate = kind === 'amount' ? readRate(prompt) : undefined
  const rated = rate === undefined ? [] : selectStatements(passages, rate.states)
  const stating = rated.length > 0 ? rated : selectStatements(passages, states)
  const about = stating.filter(({ all, from, to }) =>
    all.slice(from, to).some(({ terms }) => terms.some((term) => asked.some((wording) => wording.has(term)))),
  )
  return about.length > 0 ? about : stating.length > 0 ? stating : passages
}

/** Times without a date: “in the afternoon”, “as soon as the file is there”, “not yet”. */
const STATES_TIME =
  /\b(?:mornings?|afternoons?|evenings?|nights?|hours?|minutes?|seconds?|now|soon|later|early|earlier|immediately|already|yet|always|never|whenever|when|after|before|once|until|till|while|during|since|by then|right away|straight away|spring|summer|autumn|winter|christmas|easter)\b/i

/** Whether no passage states a time, although the question requests one: “When was Fennick founded?” */
export const isTimeMissing = (kind: QuestionKind, passages: readonly Passage[]): boolean =>
  kind === 'when' &&
  !passages.some(({ all, from, to, key }) =>
    all
      .slice(from, to)
      .some(
        ({ text, position }) =>
          statesDate(text) || containsRequestedKind(kind, text) || (position >= key && STATES_TIME.test(text)),
      ),
  )

/**
 * Whether no passage with the requested value contains a word of the question: “Nine days is long” states no length of a
 * shift.
 */
export function isThingMissing(kind: QuestionKind, prompt: string, passages: readonly Passage[]): boolean {
  const asked = extractTerms(prompt)
    .filter((term) => isContentTerm(term) && !isValueTerm(term))
    .map((term) => listSynonyms(term).union(listSameMeaning(term)))
  if (kind !== 'amount' || asked.length === 0) return false
  return !passages.some(({ of, all, from, to }) => {
    const said = new Set(all.slice(Math.max(0, from - CARRIED_REACH), to).flatMap(({ terms }) => terms))
    const title = new Set(extractTerms(of.title))
    return asked.some((wording) => [...wording].some((term) => said.has(term) || title.has(term)))
  })
}

const ASKS_WHICH = /^\W*(?:which\b|what \p{L}{2,40} (?:do|does|did|is|are|was|were|will|would|can|has|have)\b)/iu
/** Minimum ratio of the question's words that one of the passages of a list contains, by their rarity. */
const LISTED_MIN = 0.6
/** Rarer words, those that nobody says included, weigh no more than words that this number of sentences contains. */
const RARE = 2

/**
 * Whether no passage contains most words of a question that requests a list: “Which flights were too expensive?” isn't
 * answered by expensive clothes. Rare words of a text count more: in a meeting about gates, nobody repeats “gate”.
 */
export function isListUncovered(kind: QuestionKind, prompt: string, passages: readonly Passage[]): boolean {
  const asked = [...new Set(extractTerms(prompt))]
    .filter((term) => (isContentTerm(term) || isValueTerm(term)) && !GENERAL.has(term))
    .slice(0, ASKED_MAX)
    .map((term) => listSynonyms(term).union(listSameMeaning(term)))
  if (!(kind === 'list' || (kind === 'open' && ASKS_WHICH.test(prompt))) || asked.length < 2) return false
  const weights = new Map<Passage['all'], readonly number[]>()
  return !passages.some(({ of, all, from, to }) => {
    const own = weights.get(all) ?? asked.map((wording) => computeRarity(wording, all))
    weights.set(all, own)
    const said = new Set(all.slice(Math.max(0, from - CARRIED_REACH), to).flatMap(({ terms }) => terms))
    for (const term of extractTerms(of.title)) said.add(term)
    const sum = (isCounted: (wording: ReadonlySet<string>) => boolean) =>
      asked.reduce((total, wording, at) => total + (isCounted(wording) ? (own[at] ?? 0) : 0), 0)
    return sum((wording) => [...wording].some((term) => said.has(term))) >= LISTED_MIN * sum(() => true)
  })
}

/** Maximum number of words of a question that are compared. */
const ASKED_MAX = 24

function computeRarity(wording: ReadonlySet<string>, all: Passage['all']): number {
  const count = all.filter(({ terms }) => terms.some((term) => wording.has(term))).length
  return Math.log(1 + (all.length + 1) / Math.max(RARE, count))
}

/** Stems of words for whoever takes part in calls, which passages seldom contain. */
const GENERAL: ReadonlySet<string> = new Set(
  `customer client prospect buyer caller account company companies people person colleague rep seller agent speaker participant
  member team group call meeting conversation chat`
    .split(/\s+/)
    .map(stemWord),
)

/**
 * Whether no passage states the requested amount: “How fast does support answer?” asks for no other property, and “What do
 * we charge per driver?” for no amount of something else.
 */
export function isAmountMissing(kind: QuestionKind, prompt: string, passages: readonly Passage[]): boolean {
  const states = kind === 'amount' ? readStated(kind, prompt) : undefined
  const rate = kind === 'amount' ? readRate(prompt) : undefined
  return (
    (states !== undefined && selectStatements(passages, states).length === 0) ||
    (rate !== undefined && selectStatements(passages, rate.states).length === 0)
  )
}
