/**
 * Finds the span of a conversation that a question is about. Candidates are all spans of consecutive blocks. A linear
 * model scores each candidate by the signals inside, next to it and at its edges, and by its length. The score of a
 * block is the sum over the spans that contain it, divided by their lengths. As a result, the middle of a clear span
 * ranks before its edges, and a single statement before the long discussion around it.
 */
import type { SignalColumn } from './arithmetic.ts'

/** Candidate lengths in blocks. */
export const LENGTHS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96] as const

export interface CandidateSpan {
  readonly from: number
  readonly to: number
}

export interface Candidates {
  readonly stretches: readonly CandidateSpan[]
  /** One row of features for each candidate. */
  readonly rows: Float32Array
  readonly width: number
}

/**
 * Indexes of the signals that are compared with the surroundings of a span, and of those whose lower edge value counts.
 */
export interface SignalLayout {
  readonly contrasts: readonly number[]
  readonly edges: readonly number[]
}

/**
 * @param blocks values of each signal by block
 * @param wide whether the question asks for a whole discussion
 */
export function createCandidates(blocks: readonly SignalColumn[], shape: SignalLayout, wide: boolean): Candidates {
  const count = blocks[0]?.length ?? 0
  const sums = blocks.map((column) => {
    const running = new Float64Array(count + 1)
    for (let i = 0; i < count; i++) running[i + 1] = (running[i] as number) + (column[i] as number)
    return running
  })
  const { contrasts, edges } = shape
  const width = countFeatures(blocks.length, shape)
  const stretches: CandidateSpan[] = []
  for (const length of LENGTHS) {
    if (length > count && length > 1) continue
    for (let from = 0; from + length <= count; from += Math.max(1, length >> 2))
      stretches.push({ from, to: from + length })
  }
  const rows = new Float32Array(stretches.length * width)
  stretches.forEach(({ from, to }, at) => {
    const length = to - from
    const beside = Math.max(1, length >> 1)
    const [low, high] = [Math.max(0, from - beside), Math.min(count, to + beside)]
    const outside = Math.max(1, high - to + from - low)
    const size = Math.log2(length) / 4
    let cell = at * width
    const inside = sums.map((running) => ((running[to] as number) - (running[from] as number)) / length)
    for (const mean of inside) rows[cell++] = mean
    for (const mean of inside) rows[cell++] = mean * size
    for (const signal of contrasts) {
      const running = sums[signal] as Float64Array
      const around =
        (running[high] as number) - (running[to] as number) + (running[from] as number) - (running[low] as number)
      rows[cell++] = (inside[signal] as number) - around / outside
    }
    for (const signal of edges) {
      const column = blocks[signal] as SignalColumn
      rows[cell++] = Math.min(column[from] as number, column[to - 1] as number)
    }
    const kind = LENGTHS.indexOf(length as (typeof LENGTHS)[number])
    rows[cell + kind] = 1
    if (wide) rows[cell + LENGTHS.length + kind] = 1
  })
  return { stretches, rows, width }
}

export const countFeatures = (signals: number, { contrasts, edges }: SignalLayout): number =>
  signals * 2 + contrasts.length + edges.length + LENGTHS.length * 2

/** Probability of each candidate span. Sums to 1. */
export function likelihoods(
  { rows, width }: Pick<Candidates, 'rows' | 'width'>,
  weights: ArrayLike<number>,
): Float64Array {
  const scores = new Float64Array(rows.length / width)
  let highest = Number.NEGATIVE_INFINITY
  for (let at = 0; at < scores.length; at++) {
    let score = 0
    for (let i = 0, cell = at * width; i < width; i++, cell++) score += (rows[cell] as number) * (weights[i] as number)
    scores[at] = score
    if (score > highest) highest = score
  }
  let total = 0
  for (let at = 0; at < scores.length; at++) total += scores[at] = Math.exp((scores[at] as number) - highest)
  return scores.map((score) => score / total)
}

/** Score of each block. Sums to 1. */
export function computeBlockScores(
  stretches: readonly CandidateSpan[],
  likely: Float64Array,
  count: number,
): Float64Array {
  const steps = new Float64Array(count + 1)
  stretches.forEach(({ from, to }, at) => {
    const share = (likely[at] as number) / (to - from)
    steps[from] = (steps[from] as number) + share
    steps[to] = (steps[to] as number) - share
  })
  let running = 0
  return steps.subarray(0, count).map((step) => (running += step))
}
