/** Headings of the weeks and months of a list of calls. */

import { findMonday } from '../../core/calendar-words.ts'
import { formatDate } from '../../core/languages/formats.ts'
import { type Text, t } from '../../core/languages/message.ts'
import { toLocalTime } from '../../core/zone-times.ts'

const DAY = 86_400_000
/** Number of weeks with a heading of their own. Older calls are grouped by month. */
const WEEKS = 4

/** Monday of the week of a local date, as UTC midnight. */
function startOfWeek(zone: string, at: Date): number {
  return findMonday(new Date(toLocalTime(zone, at).slice(0, 10))).getTime()
}

/** Heading of a call: this week, last week, the week of a Monday, or a month. Calls in the future have their week. */
export function findPeriod(zone: string, at: Date, now: Date): Text {
  const week = startOfWeek(zone, at)
  const age = Math.round((startOfWeek(zone, now) - week) / (7 * DAY))
  if (age === 0) return t('This week')
  if (age === 1) return t('Last week')
  if (age < WEEKS) {
    const monday = formatDate(new Date(week), { day: 'numeric', month: 'long', timeZone: 'UTC' })
    return t`Week of ${monday}`
  }
  return formatDate(at, { month: 'long', year: 'numeric', timeZone: zone })
}
