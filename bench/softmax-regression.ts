/**
 * Learns which of several candidates is the right one: a linear score each, a softmax over the candidates of an example,
 * cross-entropy with how right each is (a conditional logit). Adam (Kingma and Ba, 2015) over all examples at once, with
 * a falling rate and weights held small, so that the same examples always give the same weights.
 */
import { likelihoods } from '../src/features/text/passage-ranking/candidate-spans.ts'

export interface Example {
  /** A row of `width` numbers for each candidate. */
  readonly rows: Float32Array
  readonly width: number
  /** How right each candidate is; sums to 1. */
  readonly target: Float64Array
}

export interface Training {
  readonly steps: number
  readonly rate: number
  /** How strongly weights are drawn towards 0. */
  readonly decay: number
}

export function learn(examples: readonly Example[], { steps, rate, decay }: Training): Float64Array {
  const width = examples[0]?.width ?? 0
  const weights = new Float64Array(width)
  const momentum = new Float64Array(width)
  const variance = new Float64Array(width)
  for (let step = 1; step <= steps; step++) {
    const gradient = gradientOf(examples, weights)
    for (let i = 0; i < width; i++) {
      const slope = (gradient[i] as number) / examples.length - decay * (weights[i] as number)
      momentum[i] = 0.9 * (momentum[i] as number) + 0.1 * slope
      variance[i] = 0.99 * (variance[i] as number) + 0.01 * slope * slope
      const [mean, square] = [(momentum[i] as number) / (1 - 0.9 ** step), (variance[i] as number) / (1 - 0.99 ** step)]
      weights[i] = (weights[i] as number) + (rate * (1 - (step - 1) / steps) * mean) / (Math.sqrt(square) + 1e-8)
    }
  }
  return weights
}

function gradientOf(examples: readonly Example[], weights: Float64Array): Float64Array {
  const gradient = new Float64Array(weights.length)
  for (const { rows, width, target } of examples) {
    const likely = likelihoods({ rows, width }, weights)
    for (let at = 0; at < likely.length; at++) {
      const missing = (target[at] as number) - (likely[at] as number)
      // Most candidates are as unlikely as they should be.
      if (Math.abs(missing) < 1e-7) continue
      for (let i = 0, cell = at * width; i < width; i++, cell++) {
        gradient[i] = (gradient[i] as number) + missing * (rows[cell] as number)
      }
    }
  }
  return gradient
}
