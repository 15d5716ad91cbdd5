/** Which time a report tells of. */
import { invalid } from '../../core/errors.ts'

const DAY_MS = 86_400_000

export interface Span {
  readonly from: Date
  readonly to: Date
}

/**
 * @param usual days, where only the end is told
 * @param most days
 * @throws AppError `validation_failed`
 */
export function spanOf(
  asked: { readonly from?: Date | undefined; readonly to?: Date | undefined },
  now: Date,
  { usual, most, what }: { readonly usual: number; readonly most: number; readonly what: string },
): Span {
  const to = asked.to ?? now
  const from = asked.from ?? new Date(to.getTime() - usual * DAY_MS)
  if (from > to) throw invalid({ pointer: '/query/from', detail: 'This must not be after the end.' })
  if (to.getTime() - from.getTime() > most * DAY_MS) {
    throw invalid({ pointer: '/query/from', detail: `${what} covers at most ${most} days.` })
  }
  return { from, to }
}
