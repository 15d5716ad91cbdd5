/** Completions that don't depend on data. */
import { fold } from '../../../core/fold.ts'

const LANGUAGES = 'en de fr es it pt nl pl sv da nb fi cs sk hu ro el tr uk ru ja ko zh ar he hi'.split(' ')

/** English names of common languages that start with the typed text. */
export function completeLanguages(typed: string): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'language' })
  return LANGUAGES.map((code) => names.of(code) ?? code).filter((name) => fold(name).startsWith(fold(typed)))
}

/** Days before today at which periods often start. */
const DAYS_BEFORE = [7, 30, 90, 365]

/**
 * First days of common periods that start with the typed text, the latest first. These are 7, 30, 90 and 365 days ago,
 * and the beginnings of this month, quarter and year. In UTC, as `2026-11-01`.
 */
export function completeDays(typed: string, now: Date): string[] {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()]
  const days = [
    ...DAYS_BEFORE.map((before) => Date.UTC(year, month, day - before)),
    ...[Date.UTC(year, month, 1), Date.UTC(year, month - (month % 3), 1), Date.UTC(year, 0, 1)],
  ]
  const texts = days.map((time) => new Date(time).toISOString().slice(0, 10))
  return [...new Set(texts)].filter((text) => text.startsWith(typed)).toSorted((a, b) => b.localeCompare(a))
}
