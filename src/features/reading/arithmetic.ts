/** Columns of numbers, one for each line. */
export type Column = Float64Array<ArrayBuffer>

/** Every value reaches its neighbours, less the further they are: (reach − distance) ÷ reach. */
export function spread(column: Column, reach: number): Column {
  if (reach <= 1) return column
  // A triangle is two boxes one after the other, and a box is a running sum.
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
    // Sums of what was taken away again leave dust.
    out[i] = running < 1e-9 ? 0 : running / reach
  }
  return out
}

const B = 0.75

/**
 * BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009) with what is counted spread over
 * neighbours.
 * @param k1 how soon more of a term stops to count more
 */
export function bm25(counts: readonly Column[], weights: readonly number[], lengths: Column, k1: number): Column {
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

/** Divided by the highest. */
export function toOne(column: Column): Column {
  const highest = column.reduce((max, x) => Math.max(max, x), 0)
  return highest < 1e-9 ? new Float64Array(column.length) : column.map((x) => x / highest)
}

/** In thirds of standard deviations from the mean. */
export function toSpread(column: Column): Column {
  const mean = column.reduce((total, x) => total + x, 0) / Math.max(1, column.length)
  const deviation = Math.sqrt(column.reduce((total, x) => total + (x - mean) ** 2, 0) / Math.max(1, column.length))
  return deviation < 1e-9 ? new Float64Array(column.length) : column.map((x) => (x - mean) / deviation / 3)
}

export const discounted = (column: Column, factor: number): Column => column.map((x) => x * factor)

/** Positions from the highest value to the lowest, ties in order. */
export const highestFirst = (column: ArrayLike<number>): number[] =>
  Array.from(column, (_, at) => at).sort(
    (one, other) => (column[other] as number) - (column[one] as number) || one - other,
  )
