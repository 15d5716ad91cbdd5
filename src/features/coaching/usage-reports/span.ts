/** Period of a report. */
import { invalid } from '../../../core/errors.ts'

const DAY_MS = 86_400_000

export interface ReportPeriod {
  readonly from: Date
  readonly to: Date
}

/**
 * Resolves the period of a report.
 * @param usual default length in days, if `from` is omitted
 * @param most maximum length in days
 * @throws AppError `validation_failed`
 */
export function resolvePeriod(
  asked: { readonly from?: Date | undefined; readonly to?: Date | undefined },
  now: Date,
  { defaultDays, maxDays, what }: { readonly defaultDays: number; readonly maxDays: number; readonly what: string },
): ReportPeriod {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - defaultDays * DAY_MS)
  if (from > to) throw invalid({ pointer: '/query/from', detail: '`from` must not be after `to`.' })
  if (to.getTime() - from.getTime() > maxDays * DAY_MS) {
    throw invalid({ pointer: '/query/from', detail: `${what} covers at most ${maxDays} days. Choose a later start.` })
  }
  return { from, to }
}
