/** Days and local times of a time zone, as points in time. */
import { LRUCache } from 'lru-cache'

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
const LOCAL = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/

/** Start of a day, or of a day after it. @param day `2026-03-12` @returns undefined for another format */
export function startOfDay(zone: string, day: string, daysLater = 0): Date | undefined {
  const [, year, month, date] = DAY.exec(day) ?? []
  if (year === undefined) return undefined
  return fromLocal(zone, Date.UTC(Number(year), Number(month) - 1, Number(date) + daysLater))
}

/** Last millisecond of a day. */
export function endOfDay(zone: string, day: string): Date | undefined {
  const next = startOfDay(zone, day, 1)
  return next === undefined ? undefined : new Date(next.getTime() - 1)
}

/** A local date and time without an offset, `2026-03-12T14:05`. @returns undefined for another format */
export function localTime(zone: string, text: string): Date | undefined {
  if (!LOCAL.test(text)) return undefined
  const utc = Date.parse(`${text.replace(/[t ]/, 'T')}Z`)
  return Number.isNaN(utc) ? undefined : fromLocal(zone, utc)
}

/** Local date and time of a point in time, `2026-03-12T14:05`, without seconds and offset. */
export const toLocalTime = (zone: string, at: Date): string =>
  new Date(at.getTime() + offsetAt(zone, at.getTime())).toISOString().slice(0, 16)

/** Local day of a point in time, `2026-03-12`. */
export const toLocalDay = (zone: string, at: Date): string => toLocalTime(zone, at).slice(0, 10)

/** Whether a day exists in the calendar: JavaScript accepts 2026-02-30 and returns March 2. */
export function isCalendarDay(day: string): boolean {
  const [, year, month, date] = DAY.exec(day) ?? []
  return (
    year !== undefined &&
    new Date(Date.UTC(Number(year), Number(month) - 1, Number(date))).getUTCDate() === Number(date)
  )
}

/** The name of a time zone as this platform spells it. Undefined for an unknown one. */
export function parseTimeZone(name: string | null | undefined): string | undefined {
  if (name === undefined || name === null || name === '' || name.length > 64) return undefined
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

/** @param local the local time as if it were UTC */
function fromLocal(zone: string, local: number): Date {
  // The UTC offset can change on this day, so it is looked up twice.
  const once = local - offsetAt(zone, local)
  return new Date(local - offsetAt(zone, once))
}

/** Formats by time zone. Creating one takes a hundred times as long as using it, and lists have many times. */
const formats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 })

function getFormat(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: zone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  formats.set(zone, format)
  return format
}

function offsetAt(zone: string, at: number): number {
  const parts = getFormat(zone).formatToParts(new Date(at))
  const getPart = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return (
    Date.UTC(
      ...([getPart('year'), getPart('month') - 1, getPart('day')] as const),
      ...([getPart('hour'), getPart('minute'), getPart('second')] as const),
    ) -
    Math.floor(at / 1000) * 1000
  )
}
