/** Checks that creating and changing an assignment share. */
import { forbidden, invalid } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { isCalendarDay } from '../../../core/zone-times.ts'
import type { CoachingRow } from './queries.ts'
import { mayAnswer, mayEdit } from './serialize.ts'

/** A day is past when it has ended in the westernmost time zone, UTC−12. */
const LAST_ZONE_MS = 12 * 3_600_000

/** @throws AppError `validation_failed` for a day that doesn't exist or is past */
export function checkDueDate(ctx: Context, dueOn: string | null | undefined): void {
  if (dueOn === null || dueOn === undefined) return
  if (!isCalendarDay(dueOn)) {
    throw invalid({ pointer: '/dueOn', detail: `\`dueOn\` is ${dueOn}, which isn't a day of the calendar.` })
  }
  const earliest = new Date(ctx.clock.now().getTime() - LAST_ZONE_MS).toISOString().slice(0, 10)
  if (dueOn < earliest) {
    throw invalid({ pointer: '/dueOn', detail: `\`dueOn\` is ${dueOn}, which is in the past. Choose today or later.` })
  }
}

/** @throws AppError `assignee_required` */
export function requireAssignee(ctx: Context, row: CoachingRow): void {
  if (mayAnswer(ctx, row)) return
  throw forbidden('assignee_required', 'Only the assignee can answer. Comment on the call instead.')
}

/** @throws AppError `assigner_required` */
export function requireAssigner(ctx: Context, row: CoachingRow): void {
  if (mayEdit(ctx, row)) return
  throw forbidden(
    'assigner_required',
    'Only the user who assigned the coaching and admins can change or delete it. You can comment on the call instead.',
  )
}

/** @throws AppError `assigner_required` for a manager who doesn't take part */
export function requireParticipant(ctx: Context, row: CoachingRow): void {
  if (!mayAnswer(ctx, row)) requireAssigner(ctx, row)
}
