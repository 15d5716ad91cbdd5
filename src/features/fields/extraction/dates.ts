/** Spoken dates and the days that they mean. Ambiguous expressions ("next Friday", "02/03") have no day. */
import { dueIn } from '../../text/extractive-summary/index.ts'

export interface SaidDate {
  readonly from: number
  readonly to: number
  /** Date as `YYYY-MM-DD`. Null if the expression is ambiguous or the date of the conversation is unknown. */
  readonly day: string | null
  /** Day of the week, 0 for Sunday. Null if unknown. */
  readonly weekday: number | null
}

const MONTHS = 'january|february|march|april|may|june|july|august|september|october|november|december'
const MONTH = `(?:${MONTHS}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\\b\\.?)`
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const ORDINAL = '(?:[12]?\\d|3[01])(?:st|nd|rd|th)'
const DATES = new RegExp(
  [
    '\\d{4}-\\d{2}-\\d{2}',
    '\\d{1,2}[/.-]\\d{1,2}[/.-](?:\\d{4}|\\d{2})',
    `(?:the )?(?:${ORDINAL}|[12]?\\d|3[01]) (?:of )?${MONTH}(?:,? \\d{4})?`,
    `${MONTH} (?:the )?(?:${ORDINAL}|(?:[12]?\\d|3[01])(?!\\d|:))(?:,? \\d{4})?`,
    `(?:the )?(?:end|close) of (?:the |this )?(?:month|${MONTH})`,
    `(?:this |next |last |coming )?(?:${DAYS.join('|')})s?`,
    '(?:the )?day after tomorrow|tomorrow|today|tonight|yesterday',
    'in (?:a|\\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?:days?|weeks?)',
    `(?:the )?${ORDINAL}(?! (?:and|street|avenue|ave|floor|quarter|half|time|of the))`,
  ]
    .map((one) => `(?:${one})`)
    .join('|'),
  'gi',
)
const NUMBERS = ['zero', 'a', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

export function findDates(text: string, saidOn: Date | null): SaidDate[] {
  const said = [...text.matchAll(DATES)].flatMap(([words, ...rest], at, all) => {
    const from = (all[at] as RegExpExecArray).index
    const to = from + words.length
    const isInside = /[\p{L}\p{N}]/u.test(text[from - 1] ?? '') || /[\p{L}\p{N}]/u.test(text[to] ?? '')
    return isInside || rest.length > 0
      ? []
      : [{ words: words.toLowerCase(), from, to, month: MONTH_IN.exec(words)?.[0] }]
  })
  return said.map(({ words, from, to, month }, at) => {
    const day = parseDay(month === undefined && ORDINAL_ONLY.test(words) ? withMonth(words, said, at) : words, saidOn)
    const named = DAYS.findIndex((one) => words.includes(one))
    return { from, to, day, weekday: named >= 0 ? named : day === null ? null : new Date(day).getUTCDay() }
  })
}

const MONTH_IN = new RegExp(`\\b${MONTH}`, 'i')
const ORDINAL_ONLY = new RegExp(`^(?:the )?${ORDINAL}$`)
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
    if (said === 'today' || said === 'tonight') return addDays(saidOn, 0)
    if (said === 'yesterday') return addDays(saidOn, -1)
    const ahead = /^in (\w+) (day|week)s?$/.exec(said)
    if (ahead !== null) {
      const count = /^\d/.test(ahead[1] ?? '') ? Number(ahead[1]) : NUMBERS.indexOf(ahead[1] ?? '')
      return count <= 0 ? null : addDays(saidOn, ahead[2] === 'week' ? count * 7 : count)
    }
    const last = DAYS.findIndex((one) => said === `last ${one}`)
    if (last >= 0) return addDays(saidOn, -((saidOn.getUTCDay() - last + 7) % 7 || 7))
  }
  return dueIn(`on ${said.replace(/^(?:this|coming) /, '')}`, saidOn ?? undefined)?.date ?? null
}

/** Resolves a numeric date. The order of day and month is clear only if one number exceeds 12 or both are equal. */
function dayByNumbers(one: number, other: number, year: string): string | null {
  const full = year.length === 4 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
  if (one <= 12 && other <= 12 && one !== other) return null
  const [day, month] = other > 12 ? [other, one] : [one, other]
  const date = new Date(Date.UTC(full, month - 1, day))
  return month <= 12 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    ? date.toISOString().slice(0, 10)
    : null
}

const addDays = (day: Date, days: number): string =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + days)).toISOString().slice(0, 10)
