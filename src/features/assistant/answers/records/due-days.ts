/** Days of a question on which something is due or closes: “today”, “tomorrow”, “this week”, “by Friday”. Weeks start on Monday. */
import {
  addDays,
  type CalendarUnit,
  countDaysUntil,
  findPeriod,
  findWeekday,
  formatDay,
  WEEKDAY,
} from '../../../../core/calendar-words.ts'

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
  const [, which, unit = 'day'] = /^(this|next) (\w+)$/.exec(named) ?? []
  const { from, until } = findPeriod(unit as CalendarUnit, now, which === 'next' || named === 'tomorrow' ? 1 : 0)
  return { from: formatDay(from), until: formatDay(addDays(until, -1)) }
}
