/**
 * Multinomial logistic regression with an L2 penalty, by Adam (Kingma and Ba, 2015) with a falling rate. The batches are
 * drawn with a fixed seed, so that the same examples always give the same weights.
 */
import { seeded, shuffled } from './seeded.ts'

export interface MultinomialTraining {
  /** Number of passes over the examples. */
  readonly epochs: number
  readonly rate: number
  /** Factor of the penalty. The bias has none. */
  readonly decay: number
}

/** Features of an example that aren't 0. */
export interface SparseRow {
  readonly indices: Int32Array
  readonly values: Float32Array
}

/** Number of examples of a step. */
const BATCH = 128

/**
 * @param targets class of each example, from 0
 * @param width number of features
 * @returns weights of each class, then its bias
 */
export function learnClasses(
  rows: readonly SparseRow[],
  targets: readonly number[],
  { classes, width }: { readonly classes: number; readonly width: number },
  { epochs, rate, decay }: MultinomialTraining,
): Float64Array[] {
  const size = width + 1
  const weights = Array.from({ length: classes }, () => new Float64Array(size))
  const gradients = weights.map(() => new Float64Array(size))
  const means = weights.map(() => new Float64Array(size))
  const squares = weights.map(() => new Float64Array(size))
  const random = seeded(1)
  const steps = epochs * Math.ceil(rows.length / BATCH)
  let order: number[] = []
  for (let step = 1; step <= steps; step++) {
    if (order.length === 0) order = shuffled([...rows.keys()], random)
    const batch = order.splice(0, BATCH)
    for (const gradient of gradients) gradient.fill(0)
    for (const example of batch) {
      const row = rows[example] as SparseRow
      const errors = predictClasses(row, weights)
      const target = targets[example] as number
      errors[target] = (errors[target] as number) - 1
      gradients.forEach((gradient, at) => void addError(gradient, row, (errors[at] as number) / batch.length))
    }
    const falling = rate * (1 - (step - 1) / steps)
    const [first, second] = [1 - 0.9 ** step, 1 - 0.99 ** step]
    weights.forEach((own, at) => {
      const [gradient, mean, square] = [gradients[at], means[at], squares[at]] as [
        Float64Array,
        Float64Array,
        Float64Array,
      ]
      for (let i = 0; i < size; i++) {
        const slope = (gradient[i] as number) + (i === width ? 0 : decay * (own[i] as number))
        mean[i] = 0.9 * (mean[i] as number) + 0.1 * slope
        square[i] = 0.99 * (square[i] as number) + 0.01 * slope * slope
        own[i] =
          (own[i] as number) -
          (falling * ((mean[i] as number) / first)) / (Math.sqrt((square[i] as number) / second) + 1e-8)
      }
    })
  }
  return weights
}

function addError(gradient: Float64Array, { indices, values }: SparseRow, error: number): void {
  for (let at = 0; at < indices.length; at++) {
    const index = indices[at] as number
    gradient[index] = (gradient[index] as number) + error * (values[at] as number)
  }
  const bias = gradient.length - 1
  gradient[bias] = (gradient[bias] as number) + error
}

/** Probability of each class. @param weights as `learnClasses` returns them */
export function predictClasses({ indices, values }: SparseRow, weights: readonly Float64Array[]): Float64Array {
  const scores = Float64Array.from(weights, (own) => {
    let sum = own[own.length - 1] as number
    for (let at = 0; at < indices.length; at++) sum += (own[indices[at] as number] as number) * (values[at] as number)
    return sum
  })
  const most = scores.reduce((best, one) => Math.max(best, one), Number.NEGATIVE_INFINITY)
  const likelihoods = scores.map((score) => Math.exp(score - most))
  const total = likelihoods.reduce((sum, one) => sum + one, 0)
  return likelihoods.map((one) => one / total)
}
