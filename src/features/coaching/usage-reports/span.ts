/** Period of a report. */
import { invalid } from '../../../core/errors.ts'

const DAY_MS = 86_400_000

export interface Span {
  readonly from: Date
  readonly to: Date
}

/**
 * Resolves the period of a report.
 * @param usual default length in days, if `from` is omitted
 * @param most maximum length in days
 * @throws AppError `validation_failed`
 */
export function spanOf(
  asked: { readonly from?: Date | undefined; readonly to?: Date | undefined },
  now: Date,
  { usual, most, what }: { readonly usual: number; readonly most: number; readonly what: string },
): Span {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - usual * DAY_MS)
  if (from > to) throw invalid({ pointer: '/query/from', detail: '`from` must not be after `to`.' })
  if (to.getTime() - from.getTime() > most * DAY_MS) {
    throw invalid({ pointer: '/query/from', detail: `${what} covers at most ${most} days. Choose a later start.` })
  }
  return { from, to }
}
