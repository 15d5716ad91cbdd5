/** Formats dates in the time zone of the user, and durations. The zone is UTC until the browser has sent its own. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { localTime, startOfDay, toLocalTime } from '../../core/zone-times.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Same styles as in `inbound/web/page.browser.ts`, which corrects the times on the first page of a new browser. */
const STYLES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  dayOfYear: { day: 'numeric', month: 'short' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  momentOfYear: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  clock: { hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const printDate = (style: keyof typeof STYLES, zone: string, at: Date): string =>
  formatDate(at, { ...STYLES[style], timeZone: zone })

/** Request whose time zone and clock decide how a date looks. Without a clock, each date has its year. */
type DateRequest = Pick<PageRequest, 'zone'> & { readonly ctx?: Pick<PageRequest['ctx'], 'clock'> }

const yearIn = (zone: string, at: Date) => toLocalTime(zone, at).slice(0, 4)

/** Style of a date: without the year if it is the present one. */
function findStyle({ zone, ctx }: DateRequest, style: 'day' | 'moment', at: Date): keyof typeof STYLES {
  return ctx !== undefined && yearIn(zone, ctx.clock.now()) === yearIn(zone, at) ? `${style}OfYear` : style
}

const renderTime = (shown: keyof typeof STYLES, zone: string, date: Date): Html =>
  html`<time datetime="${date.toISOString()}" data-style="${shown}" data-zone="${zone}">${printDate(shown, zone, date)}</time>`

const createTimeRenderer = (style: 'day' | 'moment') => (req: DateRequest, at: string | Date) => {
  const date = new Date(at)
  return renderTime(findStyle(req, style, date), req.zone, date)
}

/** Date as plain text, such as `12 Mar`, for places that allow no elements, such as an option. */
export const dayText = (req: DateRequest, at: string | Date): string => {
  const date = new Date(at)
  return printDate(findStyle(req, 'day', date), req.zone, date)
}
/** Date and time with the year as plain text, such as `12 Mar 2026, 14:05`, for tooltips. */
export const formatTimestamp = ({ zone }: Pick<PageRequest, 'zone'>, at: string | Date): string =>
  printDate('moment', zone, new Date(at))

/** Date as an element: `12 Mar`, or `12 Mar 2025` in another year. */
export const dayOf: (req: DateRequest, at: string | Date) => Html = createTimeRenderer('day')
/** Date and time as an element: `12 Mar, 14:05`, or `12 Mar 2025, 14:05` in another year. */
export const renderTimestamp: (req: DateRequest, at: string | Date) => Html = createTimeRenderer('moment')
/** Time of today, `14:05`, or the date of another day: `12 Mar`. */
export function renderAge(req: Pick<PageRequest, 'zone' | 'ctx'>, at: string): Html {
  const date = new Date(at)
  const toDay = (one: Date) => toLocalTime(req.zone, one).slice(0, 10)
  return toDay(date) === toDay(req.ctx.clock.now()) ? renderTime('clock', req.zone, date) : dayOf(req, date)
}

/** Duration: `1 h 20 min`, `45 min`, `30 s`. @param seconds not negative */
export function formatLength(seconds: number): Message {
  const whole = Math.round(seconds)
  if (whole < 60) return t`${whole} s`
  const minutes = Math.round(whole / 60)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t`${minutes} min`
  return rest === 0 ? t`${hours} h` : t`${hours} h ${rest} min`
}

/** Start of a day in the user's time zone. @param given value of a date field, `2026-03-12` @returns undefined for an invalid date */
export const dayBegins = (
  req: Pick<PageRequest, 'zone'>,
  given: string | undefined,
  daysLater = 0,
): Date | undefined => (given === undefined ? undefined : startOfDay(req.zone, given, daysLater))

/** Value of a `datetime-local` field, `2026-03-12T14:05`, in the user's time zone. */
export const toLocalMoment = ({ zone }: Pick<PageRequest, 'zone'>, at: string): string =>
  toLocalTime(zone, new Date(at))

/** Time of a `datetime-local` field, `2026-03-12T14:05`, in the user's time zone. */
export const momentGiven = (req: Pick<PageRequest, 'zone'>, given: string | undefined): Date | undefined =>
  given === undefined ? undefined : localTime(req.zone, given)
