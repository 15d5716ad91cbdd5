/** Trained weights: one number per signal for each group of fields (`npm run train:fields`). */
import type { ExtractionField } from './model.ts'
import { SIGNALS } from './signals.ts'
import learned from './weights.json' with { type: 'json' }

/** Groups of fields with similar values, which share their weights. */
export const GROUPS = ['text', 'long', 'quantity', 'yes', 'choice'] as const
export type WeightGroup = (typeof GROUPS)[number]
export type ExtractionWeights = Readonly<Record<WeightGroup, ArrayLike<number>>>

export function getWeightGroup({
  responseType,
  allowLongResponse,
}: Pick<ExtractionField, 'responseType' | 'allowLongResponse'>): WeightGroup {
  switch (responseType) {
    case 'text':
      return allowLongResponse ? 'long' : 'text'
    case 'number':
    case 'date':
      return 'quantity'
    case 'boolean':
      return 'yes'
    default:
      return 'choice'
  }
}

/** Weights from the file. Signals that are missing in the file have the weight 0. */
const stored: Readonly<Record<WeightGroup, Readonly<Record<string, number>>>> = learned
const WEIGHTS = Object.fromEntries(
  GROUPS.map((group) => [group, Float64Array.from(SIGNALS, (signal) => stored[group][signal] ?? 0)]),
) as Record<WeightGroup, Float64Array>

export const learnedFor = (field: ExtractionField, weights: ExtractionWeights = WEIGHTS): ArrayLike<number> =>
  weights[getWeightGroup(field)]
