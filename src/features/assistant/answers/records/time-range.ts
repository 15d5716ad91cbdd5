/** Time ranges in questions, such as “last week”, “in October” or “since Monday”. Weeks start on Monday; all in UTC. */
import { type CalendarUnit, findMonth, findPeriod, ORDINAL_ENDING, WEEKDAYS } from '../../../../core/calendar-words.ts'
import { SMALL_NUMBERS } from '../../../../core/numbers.ts'
import type { Word } from './question-words.ts'

export interface TimeRange {
  readonly from: Date | undefined
  /** Exclusive end. */
  readonly until: Date | undefined
  /** Range as in the question. */
  readonly label: string
}

const DAY_MS = 86_400_000
const UNITS: readonly CalendarUnit[] = ['day', 'week', 'month', 'quarter', 'year']

interface RangeMatch {
  readonly range: Omit<TimeRange, 'label'>
  /** Number of words. */
  readonly length: number
}

/** Finds the first time range. The words of the range are removed from the question. */
export function readTimeRange(
  question: readonly Word[],
  now: Date,
): { readonly range: TimeRange | undefined; readonly question: readonly Word[] } {
  for (let at = 0; at < question.length; at++) {
    const found = rangeAt(
      question.slice(at).map(({ word }) => word),
      now,
    )
    if (found === undefined) continue
    const own = question.slice(at, at + found.length)
    const label = own.map(({ written }) => written).join(' ')
    return {
      range: { ...found.range, label },
      question: [...question.slice(0, at), ...question.slice(at + found.length)],
    }
  }
  return { range: undefined, question }
}

function rangeAt([first = '', ...rest]: readonly string[], now: Date): RangeMatch | undefined {
  const with1 = (found: RangeMatch | undefined): RangeMatch | undefined =>
    found === undefined ? undefined : { ...found, length: found.length + 1 }
  const spanAtArticle = (words: readonly string[]) =>
    with1(words[0] === 'the' ? with1(spanAt(words.slice(1), now)) : spanAt(words, now))
  switch (first) {
    case 'today':
      return { range: findPeriod('day', now), length: 1 }
    case 'yesterday':
      return { range: findPeriod('day', now, -1), length: 1 }
    case 'since':
    case 'after': {
      const found = pointIn(rest, now)
      return with1(found && { ...found, range: { from: found.range.from, until: undefined } })
    }
    case 'before':
    case 'until': {
      const found = pointIn(rest, now)
      return with1(found && { ...found, range: { from: undefined, until: found.range.from } })
    }
    case 'on':
      // “What should I follow up on this week?”
      return unitIn(rest[1] ?? '') === undefined ? spanAtArticle(rest) : undefined
    case 'in':
    case 'during':
    case 'from':
    case 'for':
    case 'over':
    case 'within':
      return spanAtArticle(rest)
    default:
      return relativeAt([first, ...rest], now)
  }
}

/** Span after a preposition: a month, a year, a day, or a relative span. */
const spanAt = (rest: readonly string[], now: Date): RangeMatch | undefined =>
  pointIn(rest, now) ?? relativeAt(rest, now)

/** A named period: month, year, quarter, weekday or date. */
function pointIn(rest: readonly string[], now: Date): RangeMatch | undefined {
  const [first = '', second = '', third = ''] = rest
  if (first === 'the') {
    const found = pointIn(rest.slice(1), now)
    return found && { ...found, length: found.length + 1 }
  }
  if (first === 'today' || first === 'yesterday') {
    return { range: findPeriod('day', now, first === 'today' ? 0 : -1), length: 1 }
  }
  if (/^\d{4}-?$/.test(first) && Number(first) > 1990 && Number(first) < 2100) {
    if (/^\d{2}$/.test(second) && /^\d{2}$/.test(third)) {
      return {
        range: findPeriod('day', new Date(Date.UTC(Number(first), Number(second) - 1, Number(third)))),
        length: 3,
      }
    }
    return { range: findPeriod('year', new Date(Date.UTC(Number(first), 0))), length: 1 }
  }
  const quarter = /^q([1-4])$/.exec(first)
  if (quarter !== null) {
    const year = /^\d{4}$/.test(second) ? Number(second) : now.getUTCFullYear()
    const range = findPeriod('quarter', new Date(Date.UTC(year, (Number(quarter[1]) - 1) * 3)))
    return { range, length: /^\d{4}$/.test(second) ? 2 : 1 }
  }
  return monthOrDate(first, second, third, now) ?? weekday(first, second, now) ?? relativeAt(rest, now)
}

const DAY_OF_MONTH = new RegExp(`^(\\d{1,2})${ORDINAL_ENDING}?$`)

const dayNumber = (word: string): number => {
  const day = Number(DAY_OF_MONTH.exec(word)?.[1] ?? Number.NaN)
  return day >= 1 && day <= 31 ? day : Number.NaN
}

function monthOrDate(first: string, second: string, third: string, now: Date): RangeMatch | undefined {
  const dayFirst = dayNumber(first)
  const skipsOf = second === 'of'
  const monthWord = skipsOf ? third : second
  if (!Number.isNaN(dayFirst) && findMonth(monthWord) >= 0) {
    const year = !skipsOf && /^\d{4}$/.test(third) ? Number(third) : undefined
    const length = skipsOf || year !== undefined ? 3 : 2
    return { range: findPeriod('day', pastDay(findMonth(monthWord), dayFirst, year, now)), length }
  }
  const month = findMonth(first)
  if (month < 0) return undefined
  const day = dayNumber(second)
  if (!Number.isNaN(day) && !/^\d{4}$/.test(second)) {
    const year = /^\d{4}$/.test(third) ? Number(third) : undefined
    return { range: findPeriod('day', pastDay(month, day, year, now)), length: year === undefined ? 2 : 3 }
  }
  const hasYear = /^\d{4}$/.test(second)
  const year = hasYear ? Number(second) : month <= now.getUTCMonth() ? now.getUTCFullYear() : now.getUTCFullYear() - 1
  const range = findPeriod('month', new Date(Date.UTC(year, month)))
  return { range, length: hasYear ? 2 : 1 }
}

/** The given day of the year, or the last such day that isn't in the future. */
function pastDay(month: number, day: number, year: number | undefined, now: Date): Date {
  const date = new Date(Date.UTC(year ?? now.getUTCFullYear(), month, day))
  return year === undefined && date > now ? new Date(Date.UTC(now.getUTCFullYear() - 1, month, day)) : date
}

function weekday(first: string, second: string, now: Date): RangeMatch | undefined {
  const isLast = first === 'last' || first === 'this'
  const day = WEEKDAYS.indexOf(isLast ? second : first)
  if (day < 0) return undefined
  const back = (now.getUTCDay() - day + 7) % 7
  const days = first === 'last' && back === 0 ? 7 : back
  return { range: findPeriod('day', now, -days), length: isLast ? 2 : 1 }
}

function relativeAt(rest: readonly string[], now: Date): RangeMatch | undefined {
  const [first = '', second = '', third = ''] = rest
  if (first === 'so' && second === 'far') return undefined
  if (!/^(?:this|last|past|previous|current)$/.test(first)) return undefined
  const unit = unitIn(second)
  if (unit !== undefined) {
    const isNow = first === 'this' || first === 'current'
    if (first === 'past') return { range: { from: back(unit, 1, now), until: undefined }, length: 2 }
    return { range: findPeriod(unit, now, isNow ? 0 : -1), length: 2 }
  }
  const many = /^\d+$/.test(second) ? Number(second) : SMALL_NUMBERS.indexOf(second)
  const units = unitIn(third)
  if (many > 0 && many < 1000 && units !== undefined) {
    return { range: { from: back(units, many, now), until: undefined }, length: 3 }
  }
  const named = weekday(first, second, now)
  if (named !== undefined) return named
  const month = findMonth(second)
  if (month >= 0 && first !== 'past') {
    const found = monthOrDate(second, '', '', now)
    return found && { ...found, length: 2 }
  }
  return undefined
}

const unitIn = (word: string): CalendarUnit | undefined => UNITS.find((unit) => word === unit || word === `${unit}s`)

/** Start of the period of `many` units that ends now. */
function back(unit: CalendarUnit, many: number, now: Date): Date {
  if (unit === 'day') return new Date(now.getTime() - many * DAY_MS)
  if (unit === 'week') return new Date(now.getTime() - many * 7 * DAY_MS)
  const months = many * { month: 1, quarter: 3, year: 12 }[unit]
  const from = new Date(now)
  from.setUTCMonth(from.getUTCMonth() - months)
  return from
}
