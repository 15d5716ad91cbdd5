/** Formats dates in the time zone of the user, and durations. The zone is UTC until the browser has sent its own. */

import { formatDate } from '../../core/languages/formats.ts'
import { type Message, t } from '../../core/languages/message.ts'
import { localTime, startOfDay, toLocalTime } from '../../core/zone-times.ts'
import type { PageRequest } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'

/** Same styles as in `inbound/web/page.browser.ts`, which corrects the times on the first page of a new browser. */
const STYLES = {
  day: { day: 'numeric', month: 'short', year: 'numeric' },
  moment: { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const printDate = (style: keyof typeof STYLES, zone: string, at: Date): string =>
  formatDate(at, { ...STYLES[style], timeZone: zone })

const createTimeRenderer = (style: keyof typeof STYLES) => (req: Pick<PageRequest, 'zone'>, at: string | Date) => {
  const date = new Date(at)
  const { zone } = req
  return html`<time datetime="${date.toISOString()}" data-style="${style}" data-zone="${zone}">${printDate(style, zone, date)}</time>`
}

/** Date as plain text, such as `12 Mar 2026`, for places that allow no elements, such as an option. */
export const dayText = ({ zone }: Pick<PageRequest, 'zone'>, at: string | Date): string =>
  printDate('day', zone, new Date(at))

/** Date as an element: `12 Mar 2026`. */
export const dayOf: (req: Pick<PageRequest, 'zone'>, at: string | Date) => Html = createTimeRenderer('day')
/** Date and time as an element: `12 Mar 2026, 14:05`. */
export const renderTimestamp: (req: Pick<PageRequest, 'zone'>, at: string | Date) => Html = createTimeRenderer('moment')

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
