/** Spoken dates and the days that they mean. Ambiguous expressions ("next Friday", "02/03") have no day. */
import {
  addDays,
  countDaysSince,
  DATE_WITH_MONTH,
  findWeekday,
  formatDay,
  MONTH,
  ORDINAL_DAY,
  toDay,
  WEEKDAY,
  WEEKDAYS,
  writeOrdinals,
} from '../../../core/calendar-words.ts'
import { joinNumberWords, SMALL_NUMBERS } from '../../../core/numbers.ts'
import { dueIn } from '../../text/extractive-summary/index.ts'

export interface SaidDate {
  readonly from: number
  readonly to: number
  /** Date as `YYYY-MM-DD`. Null if the expression is ambiguous or the date of the conversation is unknown. */
  readonly day: string | null
  /** Day of the week, 0 for Sunday. Null if unknown. */
  readonly weekday: number | null
}

const DATES = new RegExp(
  [
    DATE_WITH_MONTH,
    '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})',
    `(?:the )?(?:end|close) of (?:the |this )?(?:month|${MONTH})`,
    `(?:this |next |last |coming )?${WEEKDAY}s?`,
    '(?:the )?day after tomorrow|tomorrow|today|tonight|yesterday',
    `in (?:a|\\d{1,2}|${joinNumberWords(1, 12)}) (?:days?|weeks?)`,
    `(?:the )?${ORDINAL_DAY}(?! (?:and|street|avenue|ave|floor|quarter|half|time|of the))`,
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'gi',
)

/** Number of days or weeks in words; -1 if the word isn't a number. */
const countInWords = (word: string): number => (word === 'a' ? 1 : SMALL_NUMBERS.indexOf(word))

export function findDates(text: string, saidOn: Date | null): SaidDate[] {
  const said = [...text.matchAll(DATES)].flatMap(([words, ...rest], at, all) => {
    const from = (all[at] as RegExpExecArray).index
    const to = from + words.length
    const isInside = /[\p{L}\p{N}]/u.test(text[from - 1] ?? '') || /[\p{L}\p{N}]/u.test(text[to] ?? '')
    return isInside || rest.length > 0
      ? []
      : [{ words: writeOrdinals(words.toLowerCase()), from, to, month: MONTH_IN.exec(words)?.[0] }]
  })
  return said.map(({ words, from, to, month }, at) => {
    const day = parseDay(month === undefined && ORDINAL_ONLY.test(words) ? withMonth(words, said, at) : words, saidOn)
    const named = findWeekday(words)
    return { from, to, day, weekday: named >= 0 ? named : day === null ? null : new Date(day).getUTCDay() }
  })
}

const MONTH_IN = new RegExp(`\\b${MONTH}`, 'i')
const ORDINAL_ONLY = new RegExp(`^(?:the )?${ORDINAL_DAY}$`)
/** Maximum number of characters between start and end of a period: " to the ", " - ", " and leaving on ". */
const SPAN_GAP = 14

/** Adds the month to a day without one: "from May 10th to the 22nd", "7th-20th of June". */
function withMonth(
  words: string,
  said: readonly { from: number; to: number; month: string | undefined }[],
  at: number,
) {
  const [here, before, after] = [said[at], said[at - 1], said[at + 1]]
  if (here === undefined) return words
  const near =
    before?.month !== undefined && here.from - before.to <= SPAN_GAP
      ? before.month
      : after?.month !== undefined && after.from - here.to <= SPAN_GAP
        ? after.month
        : undefined
  return near === undefined ? words : `${near.toLowerCase()} ${words.replace(/^the /, '')}`
}

function parseDay(said: string, saidOn: Date | null): string | null {
  const numeric = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(said)
  if (numeric !== null) return dayByNumbers(Number(numeric[1]), Number(numeric[2]), numeric[3] as string)
  if (saidOn !== null) {
    if (said === 'today' || said === 'tonight') return formatDay(saidOn)
    if (said === 'yesterday') return formatDay(addDays(saidOn, -1))
    const ahead = /^in (\w+) (day|week)s?$/.exec(said)
    if (ahead !== null) {
      const count = /^\d/.test(ahead[1] ?? '') ? Number(ahead[1]) : countInWords(ahead[1] ?? '')
      return count <= 0 ? null : formatDay(addDays(saidOn, ahead[2] === 'week' ? count * 7 : count))
    }
    const last = WEEKDAYS.findIndex((one) => said === `last ${one}`)
    if (last >= 0) return formatDay(addDays(saidOn, -countDaysSince(saidOn, last)))
  }
  return dueIn(`on ${said.replace(/^(?:this|coming) /, '')}`, saidOn ?? undefined)?.date ?? null
}

/** Resolves a numeric date. The order of day and month is clear only if one number exceeds 12 or both are equal. */
function dayByNumbers(one: number, other: number, year: string): string | null {
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
  if (one <= 12 && other <= 12 && one !== other) return null
  const [day, month] = other > 12 ? [other, one] : [one, other]
  const date = month > 12 ? undefined : toDay(full, month - 1, day)
  return date === undefined ? null : formatDay(date)
}
