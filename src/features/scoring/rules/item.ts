/** What an item of a scorecard asks, as far as rules can tell from its words. */
import { fold } from '../../../core/fold.ts'
import { termsOf } from '../../../core/terms.ts'
import { isTalk } from '../../gist/index.ts'
import type { Side } from './talk.ts'

export type Level = 'min' | 'middle' | 'max'

export interface Scale {
  readonly min: number
  readonly middle: number
  readonly max: number
  readonly minCriteria: string
  readonly middleCriteria: string
  readonly maxCriteria: string
}

export interface Item {
  readonly id: string
  readonly title: string
  readonly weight: number
  readonly expertPrompt: string
  readonly scale: Scale
}

export interface ReadItem {
  /** The title, folded, with plain apostrophes, without what is in brackets. */
  readonly text: string
  /** Whose conduct it is about. */
  readonly subject: Side
  /** It asks for something not to have happened. */
  readonly negated: boolean
  readonly terms: readonly string[]
  /** What the upper end asks for beyond the title. */
  readonly more: readonly string[]
  /** The level that means yes; undefined where a yes or no does not tell which of them is meant. */
  readonly yes: Level | undefined
}

const SUBJECTS: Readonly<Record<Side, string>> = {
  inside:
    'assistants?|agents?|reps?|representatives?|sellers?|sales ?(?:person|people|man|woman|rep)|advis[eo]rs?|consultants?|operators?|hosts?|we|you|account (?:executive|manager)',
  outside: 'customers?|clients?|users?|prospects?|buyers?|callers?|guests?|leads?|patients?',
}
const BEFORE = String.raw`^(?:(?:did|does|do|was|were|is|are|has|have|had|how (?:well|often|much) (?:did|was)|whether|where|the|a|an|our|ai|sales|support)\s+)*`
const SUBJECT = {
  inside: new RegExp(`${BEFORE}(?:${SUBJECTS.inside})\\b`),
  outside: new RegExp(`${BEFORE}(?:${SUBJECTS.outside})\\b`),
}
const ANY_SUBJECT = new RegExp(
  String.raw`\b(?:ai |sales |support |service )?(?:${SUBJECTS.inside}|${SUBJECTS.outside})\b`,
  'g',
)
const NEGATED = /\b(?:not|never|avoid(?:ed|s)?|without|no|refrain(?:ed|s)?|didn't|doesn't|wasn't|isn't|hasn't)\b/
const NEGATIVE =
  /^(?:no|not|never|none|nothing|nobody|did(?: not|n't)|does(?: not|n't)|without|failed|missing|absent)\b/
/** Words of grades alone: they say that a level is one, not what it takes. */
const GRADE =
  /^(?:yes|no|y|n|true|false|done|not done|fully|full|part(?:ly|ial|ially)?|somewhat|in part|mixed|unclear|unknown|not sure|maybe|met|not met|partly met|pass(?:ed)?|fail(?:ed)?|good|bad|poor|weak|strong|ok|okay|average|fair|excellent|low|medium|high|never|sometimes|always|well|badly|neutral|n\/a)[.!]?$/
/** Words of judging, which nobody in the conversation says. */
const JUDGING = new Set(
  termsOf(
    `did successfully properly clearly throughout dialogue conversation call time suitable appropriate effectively fully
     behaviour tone done met not never avoid avoided without refrain refrained`,
  ),
)

/** Words that say nothing of what is asked beside the thing itself: “stayed calm throughout the call”. */
const PLAIN = new Set(
  termsOf(
    `become became stay stayed remain remained seem seemed appear appeared sound sounded keep kept show showed shown
     express expressed get got feel felt act acted behave tone manner attitude voice beginning start end opening closing
     level amount degree overall whole entire at any time interaction meeting`,
  ),
)

export function readItem({ title, scale }: Item): ReadItem {
  const text = plain(title.replace(/\([^)]*\)/g, ' '))
  const terms = telling(text)
  const known = new Set(terms)
  return {
    text,
    subject: SUBJECT.outside.test(text) ? 'outside' : 'inside',
    negated: NEGATED.test(text),
    terms,
    more: isGrade(scale.maxCriteria)
      ? []
      : telling(plain(scale.maxCriteria)).filter((term) => !known.has(term) && !PLAIN.has(term)),
    yes: levelOfYes(scale, known),
  }
}

/** A number is told apart from another only where the words of the levels do so. */
function levelOfYes(
  { minCriteria, middleCriteria, maxCriteria }: Scale,
  known: ReadonlySet<string>,
): Level | undefined {
  const [low, between, high] = [minCriteria, middleCriteria, maxCriteria].map(plain) as [string, string, string]
  // What the middle takes, no rule can tell.
  if (!isGrade(between)) return undefined
  const denies = (words: string) => NEGATIVE.test(words) || /^false\b/.test(words)
  if (denies(high) && !denies(low)) return isGrade(high) || onlyOf(high, known) ? 'min' : undefined
  return 'max'
}

const onlyOf = (words: string, known: ReadonlySet<string>) => telling(words).every((term) => known.has(term))
const isGrade = (words: string) => words.trim() === '' || GRADE.test(plain(words))

const plain = (text: string) => fold(text).replaceAll('’', "'").replace(/\s+/g, ' ').trim()

/** What it is about: no words of talking, of judging, nor those for people. */
function telling(text: string): string[] {
  const terms = termsOf(text.replace(ANY_SUBJECT, ' '))
  return [...new Set(terms.filter((term) => !isTalk(term) && !JUDGING.has(term)))]
}

/**
 * Whether an item asks for one thing alone, which these words name. One that asks for more, or for something about it
 * (“explained the price in a friendly way”), is beyond a rule that looks for that thing.
 */
export const asksOnlyFor = ({ text }: ReadItem, words: RegExp): boolean =>
  text
    .replace(ANY_SUBJECT, ' ')
    .split(/[^\p{L}\p{N}']+/u)
    .every(
      (word) => words.test(word) || termsOf(word).every((term) => isTalk(term) || JUDGING.has(term) || PLAIN.has(term)),
    )
