/**
 * Estimates whether one of the first passages answers a question, if a search has chosen the texts from many. Each text
 * has sentences that are a little like the question, so the best score alone says little. A sentence that answers is
 * ahead of the others, and contains what the question names. `npm run train:answers` trains the weights with short
 * questions, and with the same questions to someone who can't see the conversation with the answer.
 */
import { computeLogistic } from './answerable.ts'
import { type CandidateSentence, FEATURES } from './candidates.ts'
import { FACT_FEATURES } from './fact-features.ts'

export const CONFIDENCE_SIGNS = [
  'one',
  /** Score of the best sentence, times ten. */
  'best',
  /** Difference between the best score and the mean of the best ones, times ten. */
  'ahead',
  /** Ratio of the question's words in the best sentence, by rarity. */
  'covers',
  /** Bonus of the best sentence, for the requested amount or time and for words of the question in a row. */
  'bonus',
  /** Whether the best sentence states the requested reason. */
  'because',
  /** Ratio of the question's words in the same form, in one of the first sentences. */
  'exact',
  /** Terms that nobody says near the first sentences. */
  'missing',
  /** Mean weight of the texts of the first sentences. */
  'weight',
] as const
export type ConfidenceSign = (typeof CONFIDENCE_SIGNS)[number]
export type ConfidenceWeights = Readonly<Partial<Record<ConfidenceSign, number>>>

const COVERS = FEATURES.indexOf('covers')
const [BECAUSE, EXACT, MISSING] = (['because', 'exact', 'missing'] as const).map((name) =>
  FACT_FEATURES.indexOf(name),
) as [number, number, number]

/** Properties of a sentence that show whether it answers. */
export interface RatedSentence {
  /** Estimated gain for the answer, times the weight of the text. */
  readonly score: number
  readonly bonus: number
  readonly covers: number
  readonly because: number
  readonly exact: number
  readonly missing: number
  /** Weight of the text, 0 to 1. */
  readonly weight: number
}

/** Number of sentences that an answer shows. */
const FIRST = 3
/** Number of sentences with which the best one is compared. */
export const COMPARED = 12
/** The scores are multiplied by it, so that their weights are as large as the others. */
const SCALE = 10

/** Values of `CONFIDENCE_SIGNS`. Undefined if there is no sentence. */
export function computeConfidenceSigns(sentences: readonly RatedSentence[]): Float64Array | undefined {
  const sorted = sentences.toSorted((a, b) => b.score - a.score).slice(0, COMPARED)
  const [best] = sorted
  if (best === undefined) return undefined
  const first = sorted.slice(0, FIRST)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const values: Record<ConfidenceSign, number> = {
    one: 1,
    best: SCALE * best.score,
    ahead: SCALE * (best.score - mean(sorted.map(({ score }) => score))),
    covers: best.covers,
    bonus: best.bonus,
    because: best.because,
    exact: Math.max(...first.map(({ exact }) => exact)),
    missing: Math.min(...first.map(({ missing }) => missing)),
    weight: mean(first.map(({ weight }) => weight)),
  }
  return Float64Array.from(CONFIDENCE_SIGNS, (name) => values[name])
}

/** Probability that one of the first sentences answers, 0 to 1. */
export const computeConfidence = (signs: Float64Array, weights: ConfidenceWeights): number =>
  computeLogistic(CONFIDENCE_SIGNS, signs, weights)

/** @param score estimated gain for the answer, times the weight of the text */
export const rateSentence = (
  { bonus, facts, features }: Pick<CandidateSentence, 'bonus' | 'facts' | 'features'>,
  score: number,
  weight: number,
): RatedSentence => ({
  score,
  bonus,
  covers: features[COVERS] ?? 0,
  because: facts[BECAUSE] ?? 0,
  exact: facts[EXACT] ?? 0,
  missing: facts[MISSING] ?? 0,
  weight,
})
