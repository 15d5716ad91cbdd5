/** Durations of calls in questions: “calls longer than ten minutes”, “meetings under half an hour”. */
import { findNumbers } from '../../../../core/numbers.ts'
import type { Word } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

export interface DurationRange {
  /** Limits in seconds, inclusive. */
  readonly min: number | undefined
  readonly max: number | undefined
  /** Range as in the question. */
  readonly label: string
}

/** Nouns: “who talks longer than …” is about a person. */
const CALLS: ReadonlySet<string> = new Set((CLASSES.call ?? []).filter((word) => !/^(?:talk|sync)s?$/.test(word)))
/** Words between the calls and the comparison: “calls that were longer than …”. */
const JOINTS: ReadonlySet<string> = new Set(
  'that which were was are is lasted lasting last lasts took take taking ran run running with of a duration length'.split(
    ' ',
  ),
)
const UNITS: Readonly<Record<string, number>> = {
  ...{ second: 1, seconds: 1, sec: 1, secs: 1 },
  ...{ minute: 60, minutes: 60, min: 60, mins: 60, hour: 3_600, hours: 3_600, hr: 3_600, hrs: 3_600, h: 3_600 },
}
/** Comparisons. The longest come first. */
const COMPARISONS: readonly (readonly [words: string, side: 'min' | 'max'])[] = [
  ['for more than', 'min'],
  ['for less than', 'max'],
  ['longer than', 'min'],
  ['more than', 'min'],
  ['at least', 'min'],
  ['shorter than', 'max'],
  ['less than', 'max'],
  ['at most', 'max'],
  ['over', 'min'],
  ['above', 'min'],
  ['under', 'max'],
  ['below', 'max'],
]
const NUMBER_WORDS_MAX = 5

/** Finds the first range, and removes its words from the question. */
export function readDurationRange(question: readonly Word[]): {
  readonly duration: DurationRange | undefined
  readonly question: readonly Word[]
} {
  for (let at = 1; at < question.length; at++) {
    const compared = COMPARISONS.find(([words]) =>
      words.split(' ').every((word, index) => question[at + index]?.word === word),
    )
    if (compared === undefined || !followsCalls(question, at)) continue
    const [words, side] = compared
    const amountAt = at + words.split(' ').length
    const amount = readAmount(question, amountAt)
    if (amount === undefined) continue
    const label = question
      .slice(at, amount.end)
      .map(({ written }) => written)
      .join(' ')
    const limits = { min: undefined, max: undefined, [side]: amount.seconds }
    return {
      duration: { ...limits, label },
      question: [...question.slice(0, findStart(question, at)), ...question.slice(amount.end)],
    }
  }
  return { duration: undefined, question }
}

/** Index of the first word between the calls and the comparison. */
function findStart(question: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && JOINTS.has(question[start - 1]?.word ?? '')) start--
  return start
}

const followsCalls = (question: readonly Word[], at: number): boolean =>
  CALLS.has(question[findStart(question, at) - 1]?.word ?? '')

/** Reads a number of minutes or hours: “ten minutes”, “half an hour”, “1.5 hours”. */
function readAmount(question: readonly Word[], at: number): { seconds: number; end: number } | undefined {
  const words = question.slice(at, at + NUMBER_WORDS_MAX).map(({ word }) => word)
  const unitAt = words.findIndex((word) => word in UNITS)
  const unit = UNITS[words[unitAt] ?? '']
  if (unit === undefined || unitAt === 0) return undefined
  const text = words.slice(0, unitAt).join(' ')
  const count = /^half an?$/.test(text) ? 0.5 : /^an?$/.test(text) ? 1 : findNumbers(text)[0]?.value
  return count === undefined ? undefined : { seconds: count * unit, end: at + unitAt + 1 }
}
