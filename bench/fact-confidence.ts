/**
 * Learns whether one of the first sentences answers a short question about a fact, from the questions over all
 * conversations and from the same ones without the conversations that contain the answer.
 */
import { FEATURES, type SentenceWeights } from '../src/features/assistant/answers/extract/candidates.ts'
import {
  CONFIDENCE_SIGNS,
  type ConfidenceSign,
  computeConfidence,
  computeConfidenceSigns,
  rateSentence,
} from '../src/features/assistant/answers/extract/confidence.ts'
import { FACT_FEATURES } from '../src/features/assistant/answers/extract/fact-features.ts'
import type { FactExample } from './fact-examples.ts'
import { logisticRegression } from './linear-regression.ts'

export const weigh = <Name extends string>(
  values: ArrayLike<number>,
  names: readonly Name[],
  weights: Readonly<Partial<Record<Name, number>>>,
): number => names.reduce((sum, name, at) => sum + (weights[name] ?? 0) * (values[at] ?? 0), 0)

/** Weights by name, rounded. */
export const named = <Name extends string>(names: readonly Name[], weights: Float64Array) =>
  Object.fromEntries(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * 1e5) / 1e5])) as Record<
    Name,
    number
  >

type FactCandidate = FactExample['candidates'][number]

/** Score of a sentence without the correction for facts. */
export const scoreUncorrected = (one: FactCandidate, sentence: SentenceWeights['sentence']): number =>
  weigh(one.features, FEATURES, sentence) + one.bonus

/** Share of the questions with the answer among the first sentences that the threshold has to let through in training. */
const CONFIDENT = 0.88
/** Number of sentences that an answer shows first. */
const FIRST = 3
/** Weight of a question without its answer. Each question is an example twice: with its answer, and without it. */
const HIDDEN_WEIGHT = 0.5

export interface ConfidenceCase {
  readonly set: string
  readonly series: string
  readonly isHidden: boolean
  /** Whether one of the first sentences answers. */
  readonly isRight: boolean
  readonly signs: Float64Array
}

interface ConfidenceModel {
  readonly weights: Record<ConfidenceSign, number>
  readonly threshold: number
}

/** Cases of conversations that probably answer. Without such conversations, nothing is answered. */
export const confidenceCases = (of: readonly FactExample[], { sentence, facts: corrections = {} }: SentenceWeights) =>
  of.flatMap(({ set, series, isHidden, candidates }): ConfidenceCase[] => {
    const scored = candidates
      .filter(({ heldWeight }) => heldWeight > 0)
      .map((one) => ({
        one,
        score: one.heldWeight * (scoreUncorrected(one, sentence) + weigh(one.facts, FACT_FEATURES, corrections)),
      }))
      .toSorted((a, b) => b.score - a.score)
    const signs = computeConfidenceSigns(scored.map(({ one, score }) => rateSentence(one, score, one.heldWeight)))
    const isRight = scored.slice(0, FIRST).some(({ one }) => one.isAnswer)
    return signs === undefined ? [] : [{ set, series, isHidden, isRight, signs }]
  })

export function learnConfidence(known: readonly ConfidenceCase[]): ConfidenceModel {
  const weights = named(
    CONFIDENCE_SIGNS,
    logisticRegression(
      known.map((one) => one.signs),
      known.map(({ isRight }) => (isRight ? 1 : 0)),
      known.map(({ isHidden }) => (isHidden ? HIDDEN_WEIGHT : 1)),
    ),
  )
  const right = known
    .flatMap(({ isRight, signs: own }) => (isRight ? [computeConfidence(own, weights)] : []))
    .toSorted((a, b) => b - a)
  return { weights, threshold: Math.round((right[Math.ceil(CONFIDENT * right.length) - 1] ?? 0) * 1e3) / 1e3 }
}
