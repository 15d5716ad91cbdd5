/**
 * Agreement of two raters on levels: Cohen's kappa, "A coefficient of agreement for nominal scales" (1960), and its
 * weighted form (1968). Both measure the agreement beyond chance as a ratio of the maximum. See docs/scorecards.md.
 */

/** Number of pairs by level: a row for each level of the first rater, a column for each level of the second. */
export type Matrix = readonly (readonly number[])[]

export interface Agreement {
  readonly compared: number
  readonly exact: number | null
  readonly withinOne: number | null
  readonly kappa: number | null
  readonly weightedKappa: number | null
}

export function agreementOf(counts: Matrix): Agreement {
  const levels = counts.length
  const compared = sumOf(counts, () => 1)
  if (compared === 0) return { compared, exact: null, withinOne: null, kappa: null, weightedKappa: null }
  const apart = (row: number, column: number) => Math.abs(row - column)
  return {
    compared,
    exact: rounded(sumOf(counts, (row, column) => (row === column ? 1 : 0)) / compared),
    withinOne: rounded(sumOf(counts, (row, column) => (apart(row, column) <= 1 ? 1 : 0)) / compared),
    kappa: kappaOf(counts, (row, column) => (row === column ? 0 : 1)),
    weightedKappa: kappaOf(counts, (row, column) => apart(row, column) / Math.max(1, levels - 1)),
  }
}

/** @param wrong disagreement between two levels, 0 to 1 */
function kappaOf(counts: Matrix, wrong: (row: number, column: number) => number): number | null {
  const total = sumOf(counts, () => 1)
  const rows = counts.map((row) => row.reduce((sum, n) => sum + n, 0))
  const columns = counts.map((_, column) => counts.reduce((sum, row) => sum + (row[column] ?? 0), 0))
  const expected = sumOf(
    rows.map((row) => columns.map((column) => (row * column) / total)),
    wrong,
  )
  if (expected < 1e-9) return null
  return rounded(1 - sumOf(counts, wrong) / expected)
}

function sumOf(counts: Matrix, weight: (row: number, column: number) => number): number {
  return counts.reduce((sum, row, at) => sum + row.reduce((inner, n, column) => inner + n * weight(at, column), 0), 0)
}

/** Rounds to four decimals. Adding 0 converts -0 to 0. */
const rounded = (value: number) => Math.round(value * 10_000) / 10_000 + 0

export const added = (one: Matrix, other: Matrix): number[][] =>
  one.map((row, at) => row.map((n, column) => n + (other[at]?.[column] ?? 0)))

export const NOTHING: Matrix = [
  [0, 0, 0],
  [0, 0, 0],
  [0, 0, 0],
]
