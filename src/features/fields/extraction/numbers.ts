/** Numbers of a turn or a quote, for values of fields. */
import { findNumbers, type NumberSpan } from '../../../core/numbers.ts'
import type { ViewTurn } from './transcript-view.ts'

export const findNumberSpans = ({ text, tokens }: Pick<ViewTurn, 'text' | 'tokens'>): NumberSpan[] =>
  findNumbers(text, tokens)

/** Returns all numbers of a text, and each of them divided by 100, because it can be an amount in cents. */
export function numbersIn(text: string): ReadonlySet<number> {
  return new Set(findNumbers(text).flatMap(({ value }) => [value, Number((value / 100).toPrecision(12))]))
}
