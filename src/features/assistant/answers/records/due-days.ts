/** Days of a question on which something is due or closes: “today”, “tomorrow”, “this week”, “by Friday”. Weeks start on Monday. */
import { addDays, countDaysUntil, findWeekday, formatDay, WEEKDAY } from '../../../../core/calendar-words.ts'

export interface DueDays {
  /** First and last day, as YYYY-MM-DD. */
  readonly from: string
  readonly until: string
  /** Days as in the question. */
  readonly label: string
}

const WEEKDAY_IN = new RegExp(String.raw`\b(?<how>by|until|before|on|this|next|for)\s+(?<day>${WEEKDAY})\b`, 'i')
const DAYS = /\b(?:today|tonight|tomorrow|(?:this|next)\s+(?:week|month|quarter))\b/i

/** @param today calendar day of the caller, as YYYY-MM-DD */
export function readDueDays(question: string, today: string): DueDays | undefined {
  const now = new Date(today)
  const named = DAYS.exec(question)?.[0].toLowerCase().replace(/\s+/g, ' ')
  if (named !== undefined) return { ...getSpan(named, now), label: named }
  const { how = '', day = '' } = WEEKDAY_IN.exec(question)?.groups ?? {}
  if (day === '') return undefined
  const at = formatDay(addDays(now, countDaysUntil(now, findWeekday(day.toLowerCase())) % 7))
  const isSpan = /^(?:by|until|before)$/i.test(how)
  return { from: isSpan ? today : at, until: at, label: `${isSpan ? 'by' : 'on'} ${day}` }
}

function getSpan(named: string, now: Date): Omit<DueDays, 'label'> {
  const day = (offset: number) => formatDay(addDays(now, offset))
  const month = (offset: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset, 1)
  // Days since Monday.
  const passed = (now.getUTCDay() + 6) % 7
  switch (named) {
    case 'tomorrow':
      return { from: day(1), until: day(1) }
    case 'this week':
      return { from: day(-passed), until: day(6 - passed) }
    case 'next week':
      return { from: day(7 - passed), until: day(13 - passed) }
    case 'this month':
      return { from: formatDay(new Date(month(0))), until: formatDay(addDays(new Date(month(1)), -1)) }
    case 'next month':
      return { from: formatDay(new Date(month(1))), until: formatDay(addDays(new Date(month(2)), -1)) }
    case 'this quarter':
    case 'next quarter': {
      const offset = (named === 'this quarter' ? 0 : 3) - (now.getUTCMonth() % 3)
      return { from: formatDay(new Date(month(offset))), until: formatDay(addDays(new Date(month(offset + 3)), -1)) }
    }
    default:
      return { from: day(0), until: day(0) }
  }
}
