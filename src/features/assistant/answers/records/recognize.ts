/** Recognizes the kinds that a question can have, most specific first. */
import { joinNumberWords } from '../../../../core/numbers.ts'
import type { KindRow } from './kind-row.ts'
import { KINDS, type RecordKind } from './kinds.ts'
import { isOwnWord, wordsOfKind } from './known-words.ts'
import { matchPattern, type Pattern, parsePattern } from './patterns.ts'
import { INTERROGATIVES, NEUTRAL, type Word } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

/** Consecutive words of the rest of a question. */
export interface RestGroup {
  readonly words: readonly Word[]
  /** Whether the words follow “about”, “on”, “asked for” or similar words, so that they name a topic. */
  readonly isTopic: boolean
  /** Whether a word such as “call” follows, or “the … with” precedes, so that they name a call. */
  readonly namesCall: boolean
}

export interface Candidate {
  readonly kind: RecordKind
  readonly rest: readonly RestGroup[]
}

interface CompiledKind {
  readonly kind: RecordKind
  readonly patterns: readonly Pattern[]
  readonly neutral: ReadonlySet<string>
  readonly never: readonly Pattern[]
}

/** Words of questions about what isn't recorded: “What demos would the system be involved in?” */
const UNRECORDED: ReadonlySet<string> = new Set(['not', 'would', 'might'])

const CALL_WORDS: ReadonlySet<string> = new Set(CLASSES.call)
const TYPED_WORDS: ReadonlySet<string> = new Set(CLASSES.typedCall)
const DEAL_WORDS: ReadonlySet<string> = new Set(['deal', 'opportunity', 'account', 'customer', 'client'])

const COMPILED: readonly CompiledKind[] = (Object.entries(KINDS) as [RecordKind, KindRow][]).map(
  ([kind, { patterns, also, never = [] }]) => ({
    kind,
    patterns: patterns.map(parsePattern),
    neutral: new Set([...NEUTRAL, ...also.trim().split(/\s+/)]),
    never: never.map(parsePattern),
  }),
)

/** Maximum number of words of a question. Longer texts contain instructions that no record follows. */
const WORDS_MAX = 30

/** @param isOneCall whether the scope is one conversation, so that “the demo” means it */
export function recognizeKinds(question: readonly Word[], isOneCall: boolean): Candidate[] {
  if (question.length === 0 || question.length > WORDS_MAX) return []
  const found = COMPILED.flatMap(({ kind, patterns, neutral, never }) => {
    if (matchesAny(never, question) || (OF_MENTIONS.has(kind) && comesAlone(question))) return []
    const best = patterns
      .flatMap((pattern) => {
        const places = matchPattern(pattern, question)
        return places === undefined ? [] : [measure(question, new Set(places), neutral, isOneCall)]
      })
      .sort(compareFit)[0]
    return best === undefined || best.isBlocked ? [] : [{ kind, ...best }]
  })
  return found.sort(compareFit).map(({ kind, rest }) => ({ kind, rest }))
}

const OF_MENTIONS: ReadonlySet<RecordKind> = new Set(['mentions', 'said'] as const)
const COMES: ReadonlySet<string> = new Set(['come', 'comes', 'came'])

/** “How many people come to the training?” isn't about what comes up. */
const comesAlone = (question: readonly Word[]): boolean =>
  question.some(({ word }, at) => COMES.has(word) && !question.slice(at + 1, at + 3).some((next) => next.word === 'up'))

type Fit = Pick<ReturnType<typeof measure>, 'restCount' | 'ranking' | 'matched'>

/** Best first: few words of the question that the kind doesn't know, and a pattern of many words. */
const compareFit = (a: Fit, b: Fit): number =>
  a.restCount - b.restCount || a.ranking - b.ranking || b.matched - a.matched

const matchesAny = (patterns: readonly Pattern[], question: readonly Word[]): boolean =>
  patterns.some((pattern) => matchPattern(pattern, question) !== undefined)

const NEVER: ReadonlyMap<RecordKind, readonly Pattern[]> = new Map(COMPILED.map(({ kind, never }) => [kind, never]))

/** Whether the kind doesn't answer such questions, although other words of them are its own. */
export const isNever = (question: readonly Word[], kind: RecordKind): boolean =>
  matchesAny(NEVER.get(kind) ?? [], question)

function measure(
  question: readonly Word[],
  matched: ReadonlySet<number>,
  neutral: ReadonlySet<string>,
  isOneCall: boolean,
) {
  const isRanking = (at: number) => RANKING.has(question[at]?.word ?? '') && question[at - 1]?.word !== 'on'
  const isRest = (at: number) => {
    const { word = '' } = question[at] ?? {}
    if (!isOneCall && TYPED_WORDS.has(word) && !(neutral.has(word) && isVerb(question, at))) return true
    if (isRanking(at)) return false
    if (at > 0 && NAMES_LIKE_WORDS.has(question[at]?.written ?? '')) return true
    if (COUNTS.test(word) && COUNTED.has(question[at - 1]?.word ?? '')) return false
    if (COUNTS.test(word) && ENUMERATED.has(question[at + 1]?.word ?? '')) return false
    if (ENUMERATED.has(word) && COUNTS.test(question[at - 1]?.word ?? '')) return false
    return !matched.has(at) && !neutral.has(word) && !CALL_WORDS.has(word) && !DEAL_WORDS.has(word)
  }
  const isBlocked = question.some(({ word }, at) => isRest(at) && (INTERROGATIVES.has(word) || UNRECORDED.has(word)))
  const rest = groupRest(question, isRest)
  const ranking = question.filter(({ word }, at) => isRanking(at) && !matched.has(at) && !neutral.has(word)).length
  return {
    matched: matched.size,
    ranking,
    restCount: rest.reduce((sum, { words }) => sum + words.length, 0),
    rest,
    isBlocked,
  }
}

/** Neutral words that are names of products if they are capitalized: “What is the price of Complete?” */
const NAMES_LIKE_WORDS: ReadonlySet<string> = new Set(['Complete', 'Full', 'Entire', 'Overall', 'Specific'])

/** “What are the top objections?” is about objections. “On top” can be a topic. */
const RANKING: ReadonlySet<string> = new Set(
  `top main biggest major common frequent important most mostly often commonly frequently typically usually`.split(' '),
)

/** Numbers in “the top three problems” restrict nothing. */
const COUNTS = new RegExp(String.raw`^(?:${joinNumberWords(2, 12)}|\d{1,2})$`)
const COUNTED: ReadonlySet<string> = new Set(['top', 'main', 'biggest', 'best', 'worst', 'me', 'first', 'list'])

/** “What three things does Arthur want?” */
const ENUMERATED: ReadonlySet<string> = new Set(['things', 'points', 'reasons', 'conditions', 'requests', 'wishes'])

const BEFORE_VERBS: ReadonlySet<string> = new Set(['to', 'a', 'should', 'need', 'needs', 'deserve', 'deserves'])
const MODALS: ReadonlySet<string> = new Set(['should', 'must', 'can', 'could', 'shall', 'will', 'would', 'do'])

/** “Which calls should I review?” isn't about a type of call. “How many times did we demo?” is. */
function isVerb(question: readonly Word[], at: number): boolean {
  const [before = '', previous = ''] = [question[at - 1]?.word, question[at - 2]?.word]
  return BEFORE_VERBS.has(before) || ((before === 'i' || before === 'we') && MODALS.has(previous))
}

const ABOUT: ReadonlySet<string> = new Set([
  'about',
  'regarding',
  'concerning',
  'on',
  'mention',
  'mentioned',
  'mentioning',
  'requested',
])
const JOINTS: ReadonlySet<string> = new Set(['and', 'of', 'the', 'a', 'to'])

function groupRest(question: readonly Word[], isRest: (at: number) => boolean): RestGroup[] {
  const groups: RestGroup[] = []
  let at = 0
  while (at < question.length) {
    if (!isRest(at)) {
      at++
      continue
    }
    const from = at
    const words: Word[] = []
    while (at < question.length && (isRest(at) || joins(question, at, isRest))) {
      if (isRest(at)) words.push(question[at] as Word)
      at++
    }
    const before = question.slice(0, from).findLast(({ word }) => !JOINTS.has(word) && !isArticle(word))
    const next = question[at]?.word ?? ''
    groups.push({
      words,
      isTopic: before !== undefined && ABOUT.has(before.word) && !CALL_WORDS.has(next),
      namesCall:
        CALL_WORDS.has(next) || (before !== undefined && IN_CALL.has(before.word)) || isCallNumber(question, from),
    })
  }
  return groups
}

const NUMBERED: ReadonlySet<string> = new Set([...CALL_WORDS, 'ticket', 'case', 'contact', 'episode'])

/** Words for what a number counts: “Did they talk 30 minutes?” */
const COUNTED_UNITS: ReadonlySet<string> = new Set(
  'seconds minutes minute hours hour days weeks months quarters years times percent people persons'.split(' '),
)

/** “Chat 793” is the call with that number in its title. */
export const isCallNumber = (question: readonly Word[], at: number): boolean =>
  /^\d{1,9}$/.test(question[at]?.word ?? '') &&
  NUMBERED.has(question[at - 1]?.word ?? '') &&
  !COUNTED_UNITS.has(question[at + 1]?.word ?? '')

const IN_CALL: ReadonlySet<string> = new Set(['in', 'at', 'during', 'from', 'with', 'after'])
const isArticle = (word: string) => /^(?:an?|the|this|that|our|their|my|your|last|latest|first)$/.test(word)

/** Whether a small word connects two words of the rest, as in “Harbor and Vane”. */
const joins = (question: readonly Word[], at: number, isRest: (at: number) => boolean): boolean =>
  JOINTS.has(question[at]?.word ?? '') && isRest(at + 1)

const TOPIC_BEGINS: ReadonlySet<string> = new Set(['about', 'regarding', 'concerning'])
/** Words after “requested”, which “asked for” is read as, that aren't a topic: “requested features”, “asked for most”. */
const REQUESTED: ReadonlySet<string> = new Set(
  `most often mostly lately recently again now today feature features improvement improvements function functions
  functionality change changes product thing things item items`.split(/\s+/),
)
const TOPIC_ENDS: ReadonlySet<string> = new Set(['in', 'with', 'at', 'from', 'during', 'by', 'when', 'who', 'and'])

/** Kinds about things that customers buy, use or talk about: “What do you charge for onboarding?” */
const ABOUT_THINGS: ReadonlySet<RecordKind> = new Set([
  'money',
  'problems',
  'objections',
  'requests',
  'praise',
] as const)
const BEFORE_THINGS: ReadonlySet<string> = new Set(['for', 'of', 'with', 'per'])

/** Words after the thing whose price is requested: “the onboarding fee”. */
const SUMS: ReadonlySet<string> = new Set('price prices fee fees cost costs rate rates discount discounts'.split(' '))

/**
 * Words of a question that a kind doesn't know, if no pattern of it matches. A word of a topic (“about the budget”, “asked
 * for a report”) always restricts the question.
 */
export function restOfKind(question: readonly Word[], kind: RecordKind, isOneCall: boolean): RestGroup[] {
  const known = wordsOfKind(kind)
  const topic = new Set<string>()
  let isTopic = false
  for (const [at, { word }] of question.entries()) {
    const previous = question[at - 1]?.word ?? ''
    const before = isArticle(previous) ? (question[at - 2]?.word ?? '') : previous
    const isThing = BEFORE_THINGS.has(before) || (kind === 'money' && SUMS.has(question[at + 1]?.word ?? ''))
    // “What was postponed?” isn't answered by all decisions.
    const isOutcome = kind === 'decisions' && CLASSES.be?.includes(before) === true
    // “What is in the contract with Harbor?” isn't answered by the status of the account.
    const isInside = kind === 'accountStatus' && before === 'in' && isArticle(previous)
    // “How much is the onboarding?” isn't answered by the amount of the deal.
    const isSubject = kind === 'dealAmount' && isArticle(previous) && CLASSES.be?.includes(before) === true
    // “How much fish?” isn't answered by the amounts of all deals.
    const isCounted = at > 0 && COUNTING.has(previous)
    if (
      ((ABOUT_THINGS.has(kind) && isThing) || isOutcome || isInside || isSubject || isCounted) &&
      !isOwnWord(kind, word)
    )
      topic.add(word)
    if (
      TOPIC_BEGINS.has(word) ||
      (kind === 'requests' && isWantedThing(question, at)) ||
      (word === 'requested' && !REQUESTED.has(question[at + 1]?.word ?? ''))
    )
      isTopic = true
    else if (TOPIC_ENDS.has(word)) isTopic = false
    else if (isTopic && !NEUTRAL.has(word) && !REQUESTED.has(word)) topic.add(word)
  }
  const neutral = topic.size === 0 ? known : new Set([...known].filter((word) => !topic.has(word)))
  return measure(question, new Set(), neutral, isOneCall).rest
}

const COUNTING: ReadonlySet<string> = new Set(['much', 'many'])
const WANTING: ReadonlySet<string> = new Set('want wants wanted need needs needed require requires required'.split(' '))
/** Words after “want” before the wanted thing isn't named: “want us to build”, “need to change”. */
const BEFORE_ACTS: ReadonlySet<string> = new Set(['to', 'us', 'you', 'me', 'them'])

/** Whether a wanted thing follows: “Which customers want single sign-on?” */
function isWantedThing(question: readonly Word[], at: number): boolean {
  const next = question[at + 1]?.word ?? ''
  return WANTING.has(question[at]?.word ?? '') && !REQUESTED.has(next) && !BEFORE_ACTS.has(next)
}

/** Words of a question that have no recognized kind: all that aren't neutral. */
export function restOfAll(question: readonly Word[]): RestGroup[] {
  if (question.length > WORDS_MAX) return []
  return measure(question, new Set(), NEUTRAL, true).rest
}
