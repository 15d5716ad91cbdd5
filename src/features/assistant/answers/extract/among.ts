/**
 * Estimates whether one of many texts contains an answer. Among thirty meetings, one is always a little like the
 * question, so the model looks at the best text and at how far it is ahead of the others. `npm run train:answers` trains
 * its weights.
 */
import { computeLogistic, SIGNS, type Sign } from './answerable.ts'

/** Log odds of the best texts. */
const PLACES = ['best', 'second', 'third'] as const
export const AMONG_SIGNS: readonly AmongSign[] = [...SIGNS, ...PLACES]
export type AmongSign = Sign | (typeof PLACES)[number]

export interface EstimatedText {
  readonly answerability: number
  /** Values of `SIGNS`. */
  readonly signs: Float64Array
}

/** Log odds in place of a text that isn't there. */
const NONE = -4
/** Maximum of the log odds, for probabilities close to 0 and 1. */
const ODDS_MAX = 6

/** @returns undefined if there is no text */
export function computeAmongFeatures(texts: readonly EstimatedText[]): Float64Array | undefined {
  const [best, ...others] = texts.toSorted((a, b) => b.answerability - a.answerability)
  if (best === undefined) return undefined
  const odds = [best, ...others].map(({ answerability }) => toLimitedOdds(answerability))
  return Float64Array.from([...best.signs, ...PLACES.map((_, at) => (odds[at] ?? NONE) / ODDS_MAX)])
}

function toLimitedOdds(probability: number): number {
  return Math.max(-ODDS_MAX, Math.min(ODDS_MAX, Math.log(probability / (1 - probability))))
}

export const computeAmongAnswerability = (
  features: Float64Array,
  weights: Readonly<Partial<Record<AmongSign, number>>>,
): number => computeLogistic(AMONG_SIGNS, features, weights)
