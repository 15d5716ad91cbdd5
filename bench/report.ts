/** Numbers for people: medians over rounds, tables, and targets with what was reached. */

export function median(values: readonly number[]): number {
  const sorted = values.filter((value) => !Number.isNaN(value)).sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const [low = Number.NaN, high = Number.NaN] =
    sorted.length % 2 === 1 ? [sorted[middle], sorted[middle]] : [sorted[middle - 1], sorted[middle]]
  return (low + high) / 2
}

/** The value that so much of them lies below; the highest one where that is nearly all. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The median of one figure over rounds. */
export function medianOf<Key extends string>(rounds: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return median(rounds.map((round) => round[key]))
}

/** Three significant digits, never in exponents. */
export function short(value: number): string {
  if (Number.isNaN(value)) return '–'
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toFixed(digits)
}

/** The first column is words, the others are figures. */
export function printTable(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  ')
  console.log(`\n${title}\n`)
  console.log(line(heads))
  console.log(widths.map((width) => '-'.repeat(width)).join('  '))
  for (const row of rows) console.log(line(row))
}

export interface Goal {
  readonly what: string
  readonly measured: number
  readonly limit: number
  readonly sense: 'at least' | 'at most'
  readonly unit?: string
}

export function printGoals(goals: readonly Goal[]): void {
  const rows = goals.map(({ what, measured, limit, sense, unit = '' }) => {
    const reached = sense === 'at least' ? measured >= limit : measured <= limit
    const off = `${short(Math.abs(measured / limit - 1) * 100)} % ${measured < limit ? 'below' : 'above'}`
    return [what, `${sense} ${limit}${unit}`, `${short(measured)}${unit}`, reached ? 'reached' : `MISSED, ${off}`]
  })
  printTable('Targets', ['target', 'asked', 'measured', 'result'], rows)
}

/** What happens meanwhile, on stderr, so that stdout holds the report alone. */
export function tell(message: string): void {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)}  ${message}\n`)
}
