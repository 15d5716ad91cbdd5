/**
 * Agreement of two raters on levels: Cohen's kappa, "A coefficient of agreement for nominal scales" (1960), and its
 * weighted form (1968). Both measure the agreement beyond chance as a ratio of the maximum. See docs/scorecards.md.
 */

/** Number of pairs by level: a row for each level of the first rater, a column for each level of the second. */
export type CountMatrix = readonly (readonly number[])[]

export interface Agreement {
  readonly compared: number
  readonly exact: number | null
  readonly withinOne: number | null
  readonly kappa: number | null
  readonly weightedKappa: number | null
}

export function computeAgreement(counts: CountMatrix): Agreement {
  const levels = counts.length
  const compared = sumCells(counts, () => 1)
  if (compared === 0) return { compared, exact: null, withinOne: null, kappa: null, weightedKappa: null }
  const computeDistance = (row: number, column: number) => Math.abs(row - column)
  return {
    compared,
    exact: roundToFour(sumCells(counts, (row, column) => (row === column ? 1 : 0)) / compared),
    withinOne: roundToFour(sumCells(counts, (row, column) => (computeDistance(row, column) <= 1 ? 1 : 0)) / compared),
    kappa: computeKappa(counts, (row, column) => (row === column ? 0 : 1)),
    weightedKappa: computeKappa(counts, (row, column) => computeDistance(row, column) / Math.max(1, levels - 1)),
  }
}

/** @param wrong disagreement between two levels, 0 to 1 */
function computeKappa(counts: CountMatrix, wrong: (row: number, column: number) => number): number | null {
  const total = sumCells(counts, () => 1)
  const rows = counts.map((row) => row.reduce((sum, n) => sum + n, 0))
  const columns = counts.map((_, column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  const expected = sumCells(
    rows.map((row) => columns.map((column) => (row * column) / total)),
    wrong,
  )
  if (expected < 1e-9) return null
  return roundToFour(1 - sumCells(counts, wrong) / expected)
}

function sumCells(counts: CountMatrix, weight: (row: number, column: number) => number): number {
  return counts.reduce((sum, row, at) => sum + row.reduce((inner, n, column) => inner + n * weight(at, column), 0), 0)
}

/** Rounds to four decimals. Adding 0 converts -0 to 0. */
const roundToFour = (value: number) => Math.round(value * 10_000) / 10_000 + 0

export const addMatrices = (one: CountMatrix, other: CountMatrix): number[][] =>
  one.map((row, at) => row.map((n, column) => n + (other[at]?.[column] ?? 0)))

export const NOTHING: CountMatrix = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
]
