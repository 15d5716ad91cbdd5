/** Formats of dates, durations and ratios in answers. */
import { clockTime } from '../../../../core/timecode.ts'

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' })
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })

/** Formats a day as `20 November 2026`. */
export const formatDay = (at: string | Date): string => DAY.format(new Date(at))

/** Formats a time as `Friday, 20 November 2026, 14:00 UTC`. */
export const formatMoment = (at: string | Date): string =>
  `${WEEKDAY.format(new Date(at))}, ${formatDay(at)}, ${TIME.format(new Date(at))} UTC`

/** Formats seconds as `1 hour 5 minutes`, or as `42 seconds` below two minutes. */
export function formatDuration(seconds: number): string {
  if (seconds < 120) return count(Math.round(seconds), 'second')
  const minutes = Math.round(seconds / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return count(minutes, 'minute')
  return rest === 0 ? count(hours, 'hour') : `${count(hours, 'hour')} ${count(rest, 'minute')}`
}

/** Formats seconds as `5:01`. */
export const formatClock = clockTime

/** Formats a ratio as `60 %`. */
export const formatShare = (ratio: number): string => `${Math.round(ratio * 100)}%`

/** Formats a number with its noun: `1 call`, `7 calls`. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n.toLocaleString('en-US')} ${n === 1 ? noun : plural}`

/** Formats how long ago a time was, in whole days. */
export function formatAgo(at: string | Date, now: Date): string {
  const midnight = (time: Date) => Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate())
  const days = Math.round((midnight(now) - midnight(new Date(at))) / 86_400_000)
  if (days === 0) return 'today'
  if (days === 1) return 'yesterday'
  if (days === -1) return 'tomorrow'
  return days > 0 ? `${days} days ago` : `in ${-days} days`
}

/** Joins `a`, `b` and `c` as `a, b and c`. */
export const joinAnd = (items: readonly string[]): string =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
