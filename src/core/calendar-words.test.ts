import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  countDaysSince,
  countDaysUntil,
  DATE_WITH_MONTH,
  findMonday,
  findMonth,
  findPeriod,
  findWeekday,
  formatDay,
  MONTHS,
  toDay,
  WEEKDAYS,
  writeOrdinals,
} from './calendar-words.ts'

const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })

describe('words', () => {
  it('have the order of the months and days of a date', () => {
    const format = (options: Intl.DateTimeFormatOptions, date: Date) =>
      new Intl.DateTimeFormat('en', { ...options, timeZone: 'UTC' }).format(date).toLowerCase()
    fc.assert(
      fc.property(day, (date) => {
        expect(MONTHS[date.getUTCMonth()]).toBe(format({ month: 'long' }, date))
        expect(WEEKDAYS[date.getUTCDay()]).toBe(format({ weekday: 'long' }, date))
      }),
    )
  })

  it.each([
    ['by the end of march', 2],
    ['sept. 3', 8],
    ['on the 7th of oct', 9],
    ['maybe tomorrow', -1],
    ['marching on', -1],
    ['the mart is open', -1],
    ['by friday', -1],
  ])('%s: month %d', (text, month) => expect(findMonth(text)).toBe(month))

  it.each([
    ['by friday', 5],
    ['sundays', 0],
    ['in march', -1],
  ])('%s: day of the week %d', (text, weekday) => expect(findWeekday(text)).toBe(weekday))
})

describe('a date with a month', () => {
  const pattern = new RegExp(`^(?:${DATE_WITH_MONTH})$`, 'i')

  it.each(['2026-05-07', 'the 7th of May', '7 May 2026', 'May 7', 'May the 7th, 2026', 'Sept. 30', '31 dec'])(
    'is %s',
    (text) => expect(text).toMatch(pattern),
  )

  it.each(['May', 'the 7th', 'May 7:30', '42 May', '7/5/2026'])("isn't %s", (text) => expect(text).not.toMatch(pattern))
})

it('ordinal numbers in words are written with digits, up to the last day of a month', () => {
  const ones = 'first second third fourth fifth sixth seventh eighth ninth'.split(' ')
  const spoken = [
    ...ones,
    ...'tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth'.split(' '),
    ...['twentieth', ...ones.map((one) => `twenty-${one}`), 'thirtieth', 'thirty first'],
  ]
  const ending = new Intl.PluralRules('en', { type: 'ordinal' })
  const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
  const digits = spoken.map((_, at) => `the ${at + 1}${suffixes[ending.select(at + 1)]} of may`)
  expect(spoken.map((words) => writeOrdinals(`the ${words} of may`))).toEqual(digits)
  for (const words of spoken) expect(`May the ${words}`).toMatch(new RegExp(`^(?:${DATE_WITH_MONTH})$`, 'i'))
})

it.each(['a second may I ask', 'may the first customer call'])(
  'a date needs more than an ordinal number and a word: %s',
  (text) => expect(text).not.toMatch(new RegExp(`\\b(?:${DATE_WITH_MONTH})`, 'i')),
)

describe('days', () => {
  it('exist, or are undefined', () => {
    expect(toDay(2026, 5, 31)).toBeUndefined()
    expect(toDay(2026, 1, 29)).toBeUndefined()
    expect(toDay(2028, 1, 29)?.toISOString()).toBe('2028-02-29T00:00:00.000Z')
  })

  it('are counted in whole days, and the next day of the week is one to seven days ahead', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -400, max: 400 }), fc.integer({ min: 0, max: 6 }), (date, days, weekday) => {
        const later = addDays(date, days)
        expect(addDays(later, -days)).toEqual(addDays(date, 0))
        expect(formatDay(later) > formatDay(date)).toBe(days > 0)
        const ahead = countDaysUntil(date, weekday)
        expect(ahead).toBeGreaterThanOrEqual(1)
        expect(ahead).toBeLessThanOrEqual(7)
        expect(addDays(date, ahead).getUTCDay()).toBe(weekday)
        expect(countDaysSince(date, weekday)).toBe(ahead === 7 ? 7 : 7 - ahead)
      }),
    )
  })

  it('are in a week that starts on Monday', () => {
    fc.assert(
      fc.property(day, (date) => {
        const monday = findMonday(date)
        expect(monday.getUTCDay()).toBe(1)
        expect(monday <= date && date < addDays(monday, 7)).toBe(true)
      }),
    )
  })

  it.each([
    ['day', 0, '2026-11-29', '2026-11-30'],
    ['day', 1, '2026-11-30', '2026-12-01'],
    ['week', 0, '2026-11-23', '2026-11-30'],
    ['week', -1, '2026-11-16', '2026-11-23'],
    ['month', 1, '2026-12-01', '2027-01-01'],
    ['quarter', 0, '2026-10-01', '2027-01-01'],
    ['quarter', -3, '2026-01-01', '2026-04-01'],
    ['year', 1, '2027-01-01', '2028-01-01'],
  ] as const)('are in a %s, with a shift of %d', (unit, shift, from, until) => {
    const period = findPeriod(unit, new Date('2026-11-29T23:30:00Z'), shift)
    expect([formatDay(period.from), formatDay(period.until)]).toEqual([from, until])
  })
})
