/** Logistic model over named signals. Its weights are numbers that a person can read. */

/** Signals of a sentence by name. A signal that is missing counts as 0. */
export type Signals = Readonly<Record<string, number>>

export interface LogisticModel {
  readonly bias: number
  readonly weights: Readonly<Record<string, number>>
  /** Minimum probability of a result. */
  readonly threshold: number
}

/** Returns the probability, 0 to 1. Ignores signals without a weight. */
export function predict(signals: Signals, { bias, weights }: Pick<LogisticModel, 'bias' | 'weights'>): number {
  let sum = bias
  for (const [name, value] of Object.entries(signals)) sum += value * (weights[name] ?? 0)
  return 1 / (1 + Math.exp(-sum))
}

/** Signal of a condition: 1 if it is true. */
export const flag = (value: boolean): number => (value ? 1 : 0)
