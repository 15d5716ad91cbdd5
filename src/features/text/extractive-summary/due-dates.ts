/**
 * Due dates: the verbatim phrase and the date that it means. A date is returned only if the phrase is unambiguous: "by
 * Friday" is the next Friday, "next Friday" can be two days, "next week" can be seven. If the date of the conversation
 * is unknown, only complete dates are resolved.
 *
 * A library isn't used here, because general date parsers find dates in "may", "second" or "4.5" and guess.
 */

import {
  addDays,
  countDaysSinceMonday,
  countDaysUntil,
  DATE_WITH_MONTH,
  findMonday,
  findMonth,
  findWeekday,
  formatDay,
  MONTH,
  ORDINAL_DAY,
  ORDINAL_END,
  ORDINAL_WORD,
  toDay,
  WEEKDAY,
  writeOrdinals,
} from '../../../core/calendar-words.ts'
import { joinNumberWords, SMALL_NUMBERS } from '../../../core/numbers.ts'

export interface DueDate {
  /** Verbatim phrase. */
  readonly said: string
  /** `YYYY-MM-DD` */
  readonly date: string | null
}

const WHEN = [
  DATE_WITH_MONTH,
  `(?:the )?${ORDINAL_DAY}`,
  `the ${ORDINAL_WORD}${ORDINAL_END}`,
  `(?:the )?(?:end|close|middle|beginning|start) of (?:the |this |next )?(?:day|business|week|month|quarter|year|${MONTH})`,
  '(?:eod|eow|cob|eom)',
  `(?:early |late |mid[- ])?(?:this|next|the following) (?:week|month|quarter|year|${WEEKDAY})`,
  `(?:this |next )?${WEEKDAY}(?: (?:next week|morning|afternoon|evening|night))?`,
  '(?:the )?day after tomorrow|tomorrow(?: (?:morning|afternoon|evening|night))?|tonight|this (?:afternoon|evening)',
  '(?:the )?(?:next|following) (?:meeting|call|session|sprint)',
].join('|')
/** A date phrase with a preposition, or a phrase that is a date in any context. */
const DUE = new RegExp(
  `\\b(?:(?:by|before|until|till|no later than|due|on|for|at|during|within) (?:${WHEN})|(?:by|before|until|due|later|earlier|first thing) today|in (?:the next )?(?:a|\\d{1,2}|${joinNumberWords(1, 12)}|a (?:couple|few)(?: of)?) (?:hours?|days?|weeks?|months?)|within (?:a|the|\\d{1,2}|${joinNumberWords(1, 12)}) (?:hours?|days?|weeks?|months?)|\\d{4}-\\d{2}-\\d{2}|(?:this|next) (?:week|month|${WEEKDAY})|${WEEKDAY}|(?:the )?day after tomorrow|tomorrow(?: (?:morning|afternoon|evening|night))?|tonight)\\b`,
  'gi',
)
/** Weekday without a preposition, which is a date only if nothing else is. */
const BARE_DAY = new RegExp(`^${WEEKDAY}$`, 'i')

/** @param saidOn date of the conversation in UTC. Undefined if unknown */
export function dueIn(text: string, saidOn: Date | undefined): DueDate | null {
  const all = [...text.matchAll(DUE)].flatMap((match) => (isNoun(match) ? [] : [match[0]]))
  const said = all.find((phrase) => !BARE_DAY.test(phrase)) ?? all[0]
  if (said === undefined) return null
  const day = parseDay(writeOrdinals(said.toLowerCase()), saidOn)
  return { said, date: day === undefined ? null : formatDay(day) }
}

const TODAY = /\b(?:today|right after (?:this|the) (?:call|meeting)|(?:later )?this (?:morning|afternoon|evening))\b/i

/** Due date of a promise for the same day: “I'll send it today”. In other sentences, “today” rarely is a due date. */
export function dueTodayIn(text: string, saidOn: Date | undefined): DueDate | null {
  const said = TODAY.exec(text)?.[0]
  return said === undefined ? null : { said, date: saidOn?.toISOString().slice(0, 10) ?? null }
}

const ARTICLE = /\b(?:the|an?|that|every|each|last|our|your|his|her|their)\s$/i

/** Whether the phrase is a weekday with an article: “the calculation for the Thursday”, “the Friday list”. */
const isNoun = ({ 0: phrase, index, input }: RegExpExecArray): boolean =>
  BARE_DAY.test(phrase) && ARTICLE.test(input.slice(Math.max(0, index - 8), index))

function parseDay(words: string, saidOn: Date | undefined): Date | undefined {
  const iso = /(\d{4})-(\d{2})-(\d{2})/.exec(words)
  if (iso !== null) return toDay(Number(iso[1]), Number(iso[2]) - 1, Number(iso[3]))
  return dayOfMonth(words, saidOn) ?? (saidOn === undefined ? undefined : relative(words, saidOn))
}

function dayOfMonth(words: string, saidOn: Date | undefined): Date | undefined {
  const month = findMonth(words)
  const day = /\b(\d{1,2})(?:st|nd|rd|th)?\b(?!\d)/.exec(words.replace(/\d{4}/, ''))?.[1]
  const year = /\b\d{4}\b/.exec(words)?.[0]
  if (month >= 0 && day !== undefined && year !== undefined) return toDay(Number(year), month, Number(day))
  if (saidOn === undefined) return undefined
  const today = addDays(saidOn, 0)
  if (month >= 0) {
    // The next end of the month, or the next occurrence of the day.
    const isEnd = /\bend of\b/.test(words)
    if (day === undefined && !isEnd) return undefined
    const on = (inYear: number) =>
      isEnd ? new Date(Date.UTC(inYear, month + 1, 0)) : toDay(inYear, month, Number(day))
    const thisYear = on(saidOn.getUTCFullYear())
    return thisYear !== undefined && thisYear < today ? on(saidOn.getUTCFullYear() + 1) : thisYear
  }
  if (day === undefined || !/\d(?:st|nd|rd|th)\b/.test(words)) return undefined
  const thisMonth = toDay(saidOn.getUTCFullYear(), saidOn.getUTCMonth(), Number(day))
  if (thisMonth !== undefined && thisMonth >= today) return thisMonth
  const next = new Date(Date.UTC(saidOn.getUTCFullYear(), saidOn.getUTCMonth() + 1))
  return toDay(next.getUTCFullYear(), next.getUTCMonth(), Number(day))
}

function relative(words: string, saidOn: Date): Date | undefined {
  if (
    /\b(?:today|tonight|eod|cob)\b|this (?:afternoon|evening)|(?:end|close) of (?:the |this )?(?:day|business)/.test(
      words,
    )
  ) {
    return addDays(saidOn, 0)
  }
  if (words.includes('day after tomorrow')) return addDays(saidOn, 2)
  if (words.includes('tomorrow')) return addDays(saidOn, 1)
  if (/end of (?:the |this )?month|\beom\b/.test(words)) {
    return new Date(Date.UTC(saidOn.getUTCFullYear(), saidOn.getUTCMonth() + 1, 0))
  }
  const days = /\bin (?:the next )?(a|\d{1,2}|[a-z]+) days?\b/.exec(words)?.[1]
  if (days !== undefined && !words.includes('the next')) {
    const count = /^\d/.test(days) ? Number(days) : SMALL_NUMBERS.indexOf(days)
    return count > 0 ? addDays(saidOn, count) : undefined
  }
  const weekday = findWeekday(words)
  if (weekday < 0) return undefined
  if (words.includes('next week')) return addDays(findMonday(saidOn), 7 + countDaysSinceMonday(weekday))
  return words.includes('next') ? undefined : addDays(saidOn, countDaysUntil(saidOn, weekday))
}
