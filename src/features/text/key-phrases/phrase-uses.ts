/**
 * Uses of a phrase as noun or verb, by the words around its mentions, without a dictionary. A noun follows an article, a
 * preposition or a possessive. A verb follows a pronoun or a modal verb, or comes before an article. A phrase that mostly
 * describes the next word is a part of a longer one.
 */
import { SMALL_NUMBERS } from '../../../core/numbers.ts'
import { isSmallWord } from '../../../core/terms.ts'

/** Mention of a phrase: a sentence, and a range in its text in UTF-16 units. */
export interface Mention {
  readonly segment: number
  readonly from: number
  readonly to: number
}

/** UTF-16 units around a mention in which the words next to it are looked for. */
const NEIGHBOR_REACH = 40
/** Maximum ratio of the mentions of one word, and of a phrase of several words, before a further content word. */
const PARTIAL_MAX_WORD = 0.6
const PARTIAL_MAX = 0.9

const words = (list: string): ReadonlySet<string> => new Set(list.split(/\s+/))

/** Words before a noun. */
const BEFORE_NOUN = words(
  `the a an this these those my your our their his her its no any some each every both all another other what which whose of for in with
  on without about from at by into per between against until during after before ${SMALL_NUMBERS.slice(2, 13).join(' ')} more most
  fewer less many several new old same first second last next whole new`,
)
/** Words before a verb or an adjective. */
const BEFORE_VERB = words(
  `i you we they he she it who to can could will would should shall must may might cannot don't doesn't didn't won't can't couldn't
  wouldn't shouldn't please let's not never i'll we'll you'll they'll he'll she'll it'll i'd we'd you'd they'd is are was were be been being
  am i'm you're we're they're it's he's she's that's isn't aren't very so too really quite pretty just also always`,
)
/** Words after a verb: the start of its object. */
const AFTER_VERB = words(
  `the a an it them him her me us you my your our their his its this these those all everything something anything myself yourself`,
)
/** Words after a noun. */
const AFTER_NOUN = words(
  `of is are was were has have had will would can could should must isn't aren't and or which who`,
)

/**
 * Phrases that recur in calls of all subjects, and last words that a subject never has. A concrete thing, such as a car,
 * isn't listed: somebody's calls are about it.
 */
const DULL =
  /^(?:partially offset|single digits?|double digits?|prior year|kinda|th|(?:senior )?vice president|press star|good point|long term|short term|high level|honou?rable members?|member opposite|couple (?:weeks|days)|next steps?|goodbye|name|provide|days?|hours?|minutes?|seconds?|moments?|lists?|answers?|new|check|pages?|numbers?|halves|half(?: (?:hour|day|year|price)s?)?|past|future|stop|start|night|evening|yesterday|tomorrow|today|week|month|year|noon|test|print|write|leave|lost|message|mail|call|people|money|man|men|woman|women|guy|person|folks|north|south|east|west|full|open|big|bigger|small|smaller|high|higher|low|lower|long|longer|short|shorter|cheap|cheaper|lowest|highest|biggest|careful|ones|ours|mine|yours|beginning|clear|ready|free|help|customers?|clients?|members?|projects?|plans?|company|companies|boss|colleagues?|office|case|cases|end|rest|rate|amount|sir|madam|mister|names?|percent|points?|steps?|details?|information|information please|options?|choice|example|result|results|change|changes|difference|feedback|update|updates|discussion|conversation|comment|comments|opinion|favou?rite)$|(?:^|\s)(?:available|ready|able|possible|due|likely|compliant|interested|aware|sure|able|needed|required|called|named|based|going|coming|having|being|getting)$|^(?:entire|whole|particular|certain|various|similar|different|overall|actual|exact|previous|favou?rite) |(?:^|\s)(?:secretary|ministers?|government|committee|commissioner|party|amounts?|lots?|bunch|kinds?|sorts?|types?|ways?|things?|stuff|bit)$/i
export const isDullPhrase = (text: string): boolean => DULL.test(text)

const CAPITALIZED = /^\p{Lu}\p{Ll}/u

export interface PhraseUses {
  noun: number
  verb: number
  /** Mentions before a content word, which the phrase describes. */
  partial: number
  /** Mentions with a capital letter inside a sentence. */
  capital: number
  /** Mentions inside a sentence. */
  inside: number
}

/** Verb of which a noun in the singular is the subject: “the app deletes”, “the app deleted”. */
const PREDICATE = /^\p{L}+(?:[^su]s|ed)$/u
const isSingular = (phrase: string) => !/[^s]s$/i.test(phrase)

/** @param textOf text by the `segment` of a mention */
export function countUses(places: readonly Mention[], textOf: (segment: number) => string): PhraseUses {
  const uses: PhraseUses = { noun: 0, verb: 0, partial: 0, capital: 0, inside: 0 }
  for (const { segment, from, to } of places) {
    const text = textOf(segment)
    const near = (start: number, end: number) => text.slice(Math.max(0, start), end).replaceAll('’', "'")
    const before = /([\p{L}\p{N}']+)[ -]$/u.exec(near(from - NEIGHBOR_REACH, from))?.[1]?.toLowerCase()
    const after = /^[ -]([\p{L}\p{N}']+)/u.exec(near(to, to + NEIGHBOR_REACH))?.[1]?.toLowerCase()
    const isPartial =
      after !== undefined &&
      !AFTER_VERB.has(after) &&
      !AFTER_NOUN.has(after) &&
      !isSmallWord(after) &&
      !/'/.test(after) &&
      !(isSingular(text.slice(from, to)) && PREDICATE.test(after))
    if (before !== undefined && BEFORE_VERB.has(before)) uses.verb++
    else if (!isPartial && before !== undefined && (BEFORE_NOUN.has(before) || /'s?$/.test(before))) uses.noun++
    if (after !== undefined && AFTER_VERB.has(after)) uses.verb++
    else if (after !== undefined && AFTER_NOUN.has(after)) uses.noun += 0.5
    if (isPartial) uses.partial++
    if (from > 0) {
      uses.inside++
      if (CAPITALIZED.test(text.slice(from, to))) uses.capital++
    }
  }
  return uses
}

/** @param count number of mentions */
export function isNoun(text: string, count: number, { noun, verb, partial, capital, inside }: PhraseUses): boolean {
  if (/^\S+ed$/.test(text)) return false
  if (text.includes(' ')) return noun >= verb && partial <= count * PARTIAL_MAX
  // A single capitalized word is mostly the first name of a person who isn't in the call.
  if (inside > 0 && capital > inside / 2) return false
  return noun >= 1 && noun > verb && partial <= count * PARTIAL_MAX_WORD
}
