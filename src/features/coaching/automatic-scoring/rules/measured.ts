/** Judges items by counting: share of talk and number of questions, compared with the numbers in the criteria. */

import { SMALL_NUMBERS } from '../../../../core/numbers.ts'
import { type RuleFinding, toEvidence } from './finding.ts'
import { asksOnlyFor, type JudgedItem, type Level, type ReadItem } from './item.ts'
import type { ScoredSentence, ScoringTranscript } from './scoring-transcript.ts'

interface Range {
  readonly from: number
  readonly to: number
}

const SHARE =
  /\b(?:talk(?:ing)?|speak(?:ing)?|listen\w*)\b.*\b(?:time|share|ratio|percent|half|more|less)\b|\btalk(?:ed|s)? (?:too much|less|more)\b|%.*\b(?:talk|speak)/
const SHARE_WORDS =
  /^(?:talk|speak|spoke|listen|time|share|ratio|percent|half|more|less|balance|than|too|much|let|word|conversation)/
const QUESTIONS = /\bquestions?\b/
const OPEN_QUESTIONS = /\bopen(?:-| )?(?:ended)? ?questions?\b/
/** Beginnings of open questions. */
const OPENS =
  /^(?:(?:and|so|but|well|ok|okay|great|right)[, ]+)*(?:what|how|why|which|who|where|when|tell me|describe|walk me|could you (?:tell|describe|explain|walk)|can you (?:tell|describe|explain|walk))\b/i

export function evaluateMeasure(
  item: ReadItem,
  { scale }: JudgedItem,
  { sentences, twoSided }: ScoringTranscript,
): RuleFinding | undefined {
  if (!twoSided) return undefined
  const own = sentences.filter(({ side }) => side === item.subject)
  if (QUESTIONS.test(item.text)) {
    // Items about questions on a subject are judged by `evaluateMentions`.
    if (!asksOnlyFor(item, /^(?:ask|question|open|ended|number|many|enough|several|count)/)) return undefined
    const open = OPEN_QUESTIONS.test(item.text)
    const asked = own.filter(({ plain }) => /\?["'”’»)]*$/.test(plain) && (!open || OPENS.test(plain)))
    const level = findMatchingLevel(asked.length, scale, 'count')
    if (level === undefined) return undefined
    // No quote can show that nobody asked. A transcript without question marks looks the same.
    if (asked.length === 0) return undefined
    const isClear = [asked.length - 1, asked.length + 1].every(
      (count) => findMatchingLevel(count, scale, 'count') === level,
    )
    return createFinding(
      level,
      `${asked.length} ${open ? 'open ' : ''}${asked.length === 1 ? 'question' : 'questions'} asked.`,
      asked,
      isClear,
    )
  }
  if (SHARE.test(item.text) && asksOnlyFor(item, SHARE_WORDS)) {
    const words = (all: readonly ScoredSentence[]) => all.reduce((sum, { length }) => sum + length, 0)
    const known = sentences.filter(({ side }) => side !== undefined)
    const share = (100 * words(own)) / Math.max(1, words(known))
    const level = findMatchingLevel(share, scale, 'percent')
    if (level === undefined) return undefined
    const isClear = [share - MARGIN, share + MARGIN].every(
      (near) => findMatchingLevel(near, scale, 'percent') === level,
    )
    return createFinding(
      level,
      `${Math.round(share)}% of the words, in ${own.length === 1 ? 'one sentence' : `${own.length} sentences. The longest is quoted`}.`,
      selectLongest(own),
      isClear,
    )
  }
  return undefined
}

/** Percentage points by which a share can be wrong, because speech recognition misses words. */
const MARGIN = 3
/** Confidence of a figure that is far from the limits of its level, and of one that a small error would move. */
const CONFIDENCE = { clear: 0.95, close: 0.75 } as const

function createFinding(
  level: Level,
  why: string,
  by: readonly ScoredSentence[],
  isClear: boolean,
): RuleFinding | undefined {
  const evidence = toEvidence(by)
  const confidence = isClear ? CONFIDENCE.clear : CONFIDENCE.close
  return evidence.length === 0 ? undefined : { answer: level, why, evidence, confidence, measured: true }
}

const selectLongest = (own: readonly ScoredSentence[]) =>
  own.toSorted((one, other) => other.length - one.length).slice(0, 1)

/** The level whose criteria contain the number; undefined unless exactly one does. */
function findMatchingLevel(value: number, scale: JudgedItem['scale'], unit: 'count' | 'percent'): Level | undefined {
  const levels: [Level, Range | undefined][] = [
    ['max', rangeIn(scale.maxCriteria, unit)],
    ['middle', rangeIn(scale.middleCriteria, unit)],
    ['min', rangeIn(scale.minCriteria, unit)],
  ]
  const fitting = levels.filter(([, range]) => range !== undefined && value >= range.from && value <= range.to)
  return fitting.length === 1 ? fitting[0]?.[0] : undefined
}

const NUMBERS = ['no', ...SMALL_NUMBERS.slice(1, 13)]
const ONE = String.raw`(\d+(?:\.\d+)?|${NUMBERS.join('|')}|none|zero|half)\s*(?:%|percent)?`
const BETWEEN = new RegExp(String.raw`\b(?:between |from )?${ONE}\s*(?:-|–|to|and|or)\s*${ONE}`, 'i')
const LEAST = new RegExp(
  String.raw`\b(?:at least|no less than|not less than|minimum(?: of)?)\s+${ONE}|${ONE}\s*(?:or more|and more|plus|\+)`,
  'i',
)
const MORE = new RegExp(String.raw`(?:\b(?:more than|over|above|exceed(?:s|ing)?)|>)\s*${ONE}`, 'i')
const MOST = new RegExp(
  String.raw`\b(?:at most|no more than|not more than|up to|maximum(?: of)?)\s+${ONE}|${ONE}\s*(?:or (?:less|fewer))`,
  'i',
)
const LESS = new RegExp(String.raw`(?:\b(?:less than|fewer than|under|below)|<)\s*${ONE}`, 'i')
const EXACT = new RegExp(String.raw`(?<![\w.])${ONE}(?![\w.])`, 'i')

/** Range of numbers that the words of a criterion describe. */
export function rangeIn(words: string, unit: 'count' | 'percent'): Range | undefined {
  const top = unit === 'percent' ? 100 : Number.POSITIVE_INFINITY
  // A small offset for the exclusive bound of "more than".
  const beside = 1e-9
  const bounds: readonly [RegExp, (one: number, other: number) => Range][] = [
    [MORE, (one) => ({ from: one + beside, to: top })],
    [LESS, (one) => ({ from: 0, to: one - beside })],
    [LEAST, (one) => ({ from: one, to: top })],
    [MOST, (one) => ({ from: 0, to: one })],
    [BETWEEN, (one, other) => ({ from: Math.min(one, other), to: Math.max(one, other) })],
    [EXACT, (one) => ({ from: one, to: one })],
  ]
  for (const [sign, range] of bounds) {
    const named = sign
      .exec(words)
      ?.slice(1)
      .filter((part) => part !== undefined)
    const [one, other] = (named ?? []).map(parseNumberWord)
    if (one !== undefined) return range(one, other ?? one)
  }
  return undefined
}

function parseNumberWord(word: string): number {
  const folded = word.toLowerCase()
  if (folded === 'half') return 50
  if (folded === 'none' || folded === 'zero') return 0
  const named = NUMBERS.indexOf(folded)
  return named >= 0 ? named : Number(folded)
}
