/** One number for each line of a conversation. */
export type SignalColumn = Float64Array<ArrayBuffer>

/** Convolution with a triangular kernel: each value contributes (reach − distance) ÷ reach to its neighbors. */
export function spread(column: SignalColumn, reach: number): SignalColumn {
  if (reach <= 1) return column
  // A triangular kernel is a box kernel applied twice, and a box kernel is a running sum.
  const count = column.length
  const boxed = new Float64Array(count + reach - 1)
  let running = 0
  for (let i = 0; i < boxed.length; i++) {
    running += column[i] ?? 0
    if (i >= reach) running -= column[i - reach] ?? 0
    boxed[i] = running
  }
  const out = new Float64Array(count)
  running = 0
  for (let i = 0; i < reach - 1; i++) running += boxed[i] ?? 0
  for (let i = 0; i < count; i++) {
    running += boxed[i + reach - 1] ?? 0
    if (i > 0) running -= boxed[i - 1] ?? 0
    // Running sums leave rounding errors.
    out[i] = running < 1e-9 ? 0 : running / reach
  }
  return out
}

const B = 0.75

/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) with term counts spread over neighboring
 * lines.
 * @param k1 saturation: how fast additional occurrences of a term lose weight
 */
export function bm25(
  counts: readonly SignalColumn[],
  weights: readonly number[],
  lengths: SignalColumn,
  k1: number,
): SignalColumn {
  const scores = new Float64Array(lengths.length)
  const mean = lengths.reduce((total, one) => total + one, 0) / Math.max(1, lengths.length) || 1
  counts.forEach((column, term) => {
    const weight = weights[term] ?? 0
    for (let i = 0; i < scores.length; i++) {
      const count = column[i] as number
      if (count > 0)
        scores[i] =
          (scores[i] as number) +
          (weight * count * (k1 + 1)) / (count + k1 * (1 - B + (B * (lengths[i] as number)) / mean))
    }
  })
  return scores
}

/** Scales by the maximum. */
export function toOne(column: SignalColumn): SignalColumn {
  const highest = column.reduce((max, x) => Math.max(max, x), 0)
  return highest < 1e-9 ? new Float64Array(column.length) : column.map((x) => x / highest)
}

/** Standardizes to thirds of standard deviations from the mean. */
export function standardize(column: SignalColumn): SignalColumn {
  const mean = column.reduce((total, x) => total + x, 0) / Math.max(1, column.length)
  const deviation = Math.sqrt(column.reduce((total, x) => total + (x - mean) ** 2, 0) / Math.max(1, column.length))
  return deviation < 1e-9 ? new Float64Array(column.length) : column.map((x) => (x - mean) / deviation / 3)
}

export const discounted = (column: SignalColumn, factor: number): SignalColumn => column.map((x) => x * factor)

/** Positions in descending order of value. Ties keep their order. */
export const indexesByDescendingValue = (column: ArrayLike<number>): number[] =>
  Array.from(column, (_, at) => at).sort(
    (one, other) => (column[other] as number) - (column[one] as number) || one - other,
  )
