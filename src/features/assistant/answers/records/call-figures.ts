/** Figures of our side in calls with others, by which calls and reps are compared. */
import type { CallRecord } from './model.ts'

export interface CallFigures {
  /** Ratio of the talk time of both sides, 0 to 1. */
  readonly talkShare: number | null
  /** Longest monologue in seconds. */
  readonly monologue: number | null
  readonly questions: number | null
  /** Mean of the scorecards, 0 to 100. */
  readonly score: number | null
}

export type Measure = keyof CallFigures

/** Minimum number of values, below which nothing is compared. */
export const COMPARED_MIN = 5

export const computeMean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export const isWithCustomer = ({ people }: Pick<CallRecord, 'people'>): boolean =>
  people.some(({ isInternal }) => isInternal === false)

export function readFigures({ statistics, scores }: Pick<CallRecord, 'statistics' | 'scores'>): CallFigures {
  const own = statistics?.speakers.filter(({ internal }) => internal === true) ?? []
  const monologues = own.flatMap(({ longestMonologue }) => longestMonologue?.duration ?? [])
  const questions = own.flatMap(({ questionsAsked }) => questionsAsked ?? [])
  return {
    talkShare: statistics?.internalTalkShare ?? null,
    monologue: monologues.length === 0 ? null : Math.max(...monologues),
    questions: questions.length === 0 ? null : questions.reduce((sum, asked) => sum + asked, 0),
    score: computeMean(scores.map(({ summary }) => summary.averageScore)),
  }
}

/** Median of each figure. Null below `COMPARED_MIN` values. */
export function computeTypical(all: readonly CallFigures[]): CallFigures {
  const median = (measure: Measure): number | null => {
    const values = all.flatMap((one) => one[measure] ?? []).toSorted((a, b) => a - b)
    return values.length < COMPARED_MIN ? null : (values[Math.floor(values.length / 2)] ?? null)
  }
  return {
    talkShare: median('talkShare'),
    monologue: median('monologue'),
    questions: median('questions'),
    score: median('score'),
  }
}
