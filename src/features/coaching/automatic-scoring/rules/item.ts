/** Parses the question of a scorecard item for the rules. */
import { fold } from '../../../../core/fold.ts'
import { extractTerms } from '../../../../core/terms.ts'
import { isTalk } from '../../../text/extractive-summary/index.ts'
import type { ScoringSide } from './scoring-transcript.ts'

export type Level = 'min' | 'middle' | 'max'

export interface Scale {
  readonly min: number
  readonly middle: number
  readonly max: number
  readonly minCriteria: string
  readonly middleCriteria: string
  readonly maxCriteria: string
}

export interface JudgedItem {
  readonly id: string
  readonly title: string
  readonly weight: number
  readonly expertPrompt: string
  readonly scale: Scale
}

export interface ReadItem {
  /** Title with case folding and straight apostrophes, without text in brackets. */
  readonly text: string
  /** Side whose behavior the item is about. */
  readonly subject: ScoringSide
  /** Whether the item requires that something didn't happen. */
  readonly negated: boolean
  readonly terms: readonly string[]
  /** Terms that only the criteria of the highest level contain, not the title. */
  readonly more: readonly string[]
  /** Level that means yes; undefined if yes and no can't be assigned to levels. */
  readonly yes: Level | undefined
}

const SUBJECTS: Readonly<Record<ScoringSide, string>> = {
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
/** Words that only grade ("good", "partly") and don't say what a level requires. */
const GRADE =
  /^(?:yes|no|y|n|true|false|done|not done|fully|full|part(?:ly|ial|ially)?|somewhat|in part|mixed|unclear|unknown|not sure|maybe|met|not met|partly met|pass(?:ed)?|fail(?:ed)?|good|bad|poor|weak|strong|ok|okay|average|fair|excellent|low|medium|high|never|sometimes|always|well|badly|neutral|n\/a)[.!]?$/
/** Words of evaluation, which don't occur in conversations. */
const JUDGING = new Set(
  extractTerms(
    `did successfully properly clearly throughout dialogue conversation call time suitable appropriate effectively fully
     behaviour tone done met not never avoid avoided without refrain refrained`,
  ),
)

/** Words without content of their own, as in “stayed calm throughout the call”. */
const PLAIN = new Set(
  extractTerms(
    `become became stay stayed remain remained seem seemed appear appeared sound sounded keep kept show showed shown
     express expressed get got feel felt act acted behave tone manner attitude voice beginning start end opening closing
     level amount degree overall whole entire at any time interaction meeting`,
  ),
)

export function readItem({ title, scale }: JudgedItem): ReadItem {
  const text = plain(title.replace(/\([^)]*\)/g, ' '))
  const terms = extractSubjectTerms(text)
  const known = new Set(terms)
  return {
    text,
    subject: SUBJECT.outside.test(text) ? 'outside' : 'inside',
    negated: NEGATED.test(text),
    terms,
    more: isGrade(scale.maxCriteria)
      ? []
      : extractSubjectTerms(plain(scale.maxCriteria)).filter((term) => !known.has(term) && !PLAIN.has(term)),
    yes: levelOfYes(scale, known),
  }
}

/** Finds the level that means yes. */
function levelOfYes(
  { minCriteria, middleCriteria, maxCriteria }: Scale,
  known: ReadonlySet<string>,
): Level | undefined {
  const [low, between, high] = [minCriteria, middleCriteria, maxCriteria].map(plain) as [string, string, string]
  // Rules can't evaluate specific criteria of the middle level.
  if (!isGrade(between)) return undefined
  const denies = (words: string) => NEGATIVE.test(words) || /^false\b/.test(words)
  if (denies(high) && !denies(low)) return isGrade(high) || hasOnlyTerms(high, known) ? 'min' : undefined
  return 'max'
}

const hasOnlyTerms = (words: string, known: ReadonlySet<string>) =>
  extractSubjectTerms(words).every((term) => known.has(term))
const isGrade = (words: string) => words.trim() === '' || GRADE.test(plain(words))

const plain = (text: string) => fold(text).replaceAll('’', "'").replace(/\s+/g, ' ').trim()

/** Terms of the subject matter, without words of speaking and evaluating, and words for people. */
function extractSubjectTerms(text: string): string[] {
  const terms = extractTerms(text.replace(ANY_SUBJECT, ' '))
  return [...new Set(terms.filter((term) => !isTalk(term) && !JUDGING.has(term)))]
}

/**
 * Whether an item asks only for what these words name. A rule can't judge an item that asks for more, or for a quality
 * (“explained the price in a friendly way”).
 */
export const asksOnlyFor = ({ text }: ReadItem, words: RegExp): boolean =>
  text
    .replace(ANY_SUBJECT, ' ')
    .split(/[^\p{L}\p{N}']+/u)
    .every(
      (word) =>
        words.test(word) || extractTerms(word).every((term) => isTalk(term) || JUDGING.has(term) || PLAIN.has(term)),
    )
