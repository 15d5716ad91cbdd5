/**
 * English words for days and months, patterns of dates that contain them, and days of the calendar in UTC. The only list
 * of these words.
 */

/** In the order of `Date.getUTCMonth`. */
export const MONTHS: readonly string[] =
  'january february march april may june july august september october november december'.split(' ')
/** In the order of `Date.getUTCDay`. */
export const WEEKDAYS: readonly string[] = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ')

/** Abbreviations of the months, without May. */
export const SHORT_MONTHS: readonly string[] = 'jan feb mar apr jun jul aug sep sept oct nov dec'.split(' ')
/** Pattern of abbreviated months, with an optional point. */
const SHORT_MONTH = `(?:${SHORT_MONTHS.join('|')})\\b\\.?`
/** Pattern of a month, in full or abbreviated. */
export const MONTH = `(?:${MONTHS.join('|')}|${SHORT_MONTH})`
/** Pattern of a month in full. */
export const MONTH_NAME = `(?:${MONTHS.join('|')})`
/** The same without May, which is also a verb. */
export const MONTH_EXCEPT_MAY = `(?:${MONTHS.filter((month) => month !== 'may').join('|')})`
export const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
const ORDINALS = (
  'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth ' +
  'sixteenth seventeenth eighteenth nineteenth twentieth'
).split(' ')
/** Ordinal numbers in words, as transcripts have them, up to the number of days of a month. */
const ORDINAL_WORDS: readonly string[] = [
  ...ORDINALS,
  ...ORDINALS.slice(0, 9).map((unit) => `twenty[- ]${unit}`),
  'thirtieth',
  'thirty[- ]first',
]
/** Pattern of an ordinal number in words: "third", "twenty-first". */
export const ORDINAL_WORD = `(?:${ORDINAL_WORDS.toReversed().join('|')})`
/** Lookahead that ends a day in words. Not “by the third week”, “may the first customer”. */
export const ORDINAL_END = '(?=[.,;:!?]|$| (?:and|at|because|but|if|in|latest|so|to|with)\\b)'
/** Pattern of the ending of an ordinal number in digits. */
export const ORDINAL_ENDING = '(?:st|nd|rd|th)'
/** Pattern of a day of the month with its ending: "3rd". */
export const ORDINAL_DAY = `(?:[12]?\\d|3[01])${ORDINAL_ENDING}`
/** Pattern of a date with a month: "2026-05-07", "the 7th of May", "May 7th, 2026". */
export const DATE_WITH_MONTH = [
  '\\d{4}-\\d{2}-\\d{2}',
  `(?:the )?(?:${ORDINAL_DAY}|[12]?\\d|3[01]) (?:of )?${MONTH}(?:,? \\d{4})?`,
  // Not “a second may I ask”.
  `(?:the ${ORDINAL_WORD} (?:of )?|${ORDINAL_WORD} of )${MONTH}(?:,? \\d{4})?`,
  `${MONTH} (?:the )?(?:${ORDINAL_DAY}|${ORDINAL_WORD}(?:${ORDINAL_END}|(?=,? \\d{4}))|(?:[12]?\\d|3[01])(?!\\d|:))(?:,? \\d{4})?`,
].join('|')

const IN_WORDS = new RegExp(`\\b${ORDINAL_WORD}\\b`, 'g')

/** Writes ordinal numbers of a text in lower case with digits: "the eleventh of May" is "the 11th of May". */
export const writeOrdinals = (text: string): string =>
  text.replace(IN_WORDS, (said) => {
    const day = ORDINAL_WORDS.findIndex((word) => new RegExp(`^${word}$`).test(said)) + 1
    return `${day}${['th', 'st', 'nd', 'rd'][day > 10 && day < 14 ? 0 : day % 10] ?? 'th'}`
  })

const MONTHS_IN_TEXT = MONTHS.map((name) => {
  const written = [name, ...SHORT_MONTHS.filter((short) => name.startsWith(short))]
  return new RegExp(`\\b(?:${written.join('|')})\\b`)
})

/** Index of the first month, by the order of the year, that a text in lower case names. -1 if it names none. */
export const findMonth = (text: string): number => MONTHS_IN_TEXT.findIndex((pattern) => pattern.test(text))

/** Index of the first day of the week, from Sunday, that a text in lower case names. -1 if it names none. */
export const findWeekday = (text: string): number => WEEKDAYS.findIndex((name) => text.includes(name))

/** @param month index from 0 @returns undefined for a day that the month doesn't have, such as the 31st of June */
export function toDay(year: number, month: number, day: number): Date | undefined {
  const date = new Date(Date.UTC(year, month, day))
  return date.getUTCMonth() === month && date.getUTCDate() === day ? date : undefined
}

/** Start of the day that is so many days later. */
export const addDays = (date: Date, days: number): Date =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + days))

/** Days from a date to the next such day of the week, 1 to 7. */
export const countDaysUntil = (date: Date, weekday: number): number => (weekday - date.getUTCDay() + 7) % 7 || 7

/** Days from the last such day of the week to a date, 1 to 7. */
export const countDaysSince = (date: Date, weekday: number): number => (date.getUTCDay() - weekday + 7) % 7 || 7

/** Days from the last Monday, on which weeks start, to a day of the week: 0 to 6. */
export const countDaysSinceMonday = (weekday: number): number => (weekday + 6) % 7

/** Start of the Monday of a date's week. */
export const findMonday = (date: Date): Date => addDays(date, -countDaysSinceMonday(date.getUTCDay()))

export type CalendarUnit = 'day' | 'week' | 'month' | 'quarter' | 'year'
const DAYS: Readonly<Partial<Record<CalendarUnit, number>>> = { day: 1, week: 7 }
const MONTH_COUNTS: Readonly<Partial<Record<CalendarUnit, number>>> = { month: 1, quarter: 3, year: 12 }

/** The day, week, month, quarter or year of a date, or the one so many units later. The end is exclusive. */
export function findPeriod(unit: CalendarUnit, date: Date, shift = 0): { readonly from: Date; readonly until: Date } {
  const days = DAYS[unit]
  if (days !== undefined) {
    const from = addDays(unit === 'week' ? findMonday(date) : date, shift * days)
    return { from, until: addDays(from, days) }
  }
  const months = MONTH_COUNTS[unit] ?? 1
  const first = date.getUTCMonth() - (date.getUTCMonth() % months) + shift * months
  const toStart = (month: number) => new Date(Date.UTC(date.getUTCFullYear(), month))
  return { from: toStart(first), until: toStart(first + months) }
}

/** `YYYY-MM-DD` in UTC. */
export const formatDay = (date: Date): string => date.toISOString().slice(0, 10)
