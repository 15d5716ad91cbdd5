/** Weeks and months of reports, in UTC. A period is the date of its first day. */
import type { CallCount } from './significance.ts'

export type PeriodKind = 'week' | 'month'

/** First day of a period some periods later, or earlier with a negative number. */
export function shiftPeriod(period: string, kind: PeriodKind, count: number): string {
  const day = new Date(period)
  if (kind === 'week') day.setUTCDate(day.getUTCDate() + 7 * count)
  else day.setUTCMonth(day.getUTCMonth() + count)
  return day.toISOString().slice(0, 10)
}

/** Number of calls in a period, with the part of the period between two times. */
export function toCallCount(period: string, kind: PeriodKind, count: number, from: Date, to: Date): CallCount {
  const [start, end] = [Date.parse(period), Date.parse(shiftPeriod(period, kind, 1))]
  const covered = Math.min(end, to.getTime()) - Math.max(start, from.getTime())
  return { count, covered: Math.max(0, covered), length: end - start }
}
