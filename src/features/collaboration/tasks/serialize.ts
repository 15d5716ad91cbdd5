/** Serializes tasks for the caller. */
import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { toLocalTime } from '../../../core/zone-times.ts'
import { selectTask, type TaskRow } from './queries.ts'
import type { Task } from './schema.ts'

/** Day of the calendar in the caller's time zone. */
export const getToday = ({ principal, clock }: Pick<Context, 'principal' | 'clock'>): string =>
  toLocalTime(principal.user?.timeZone ?? 'UTC', clock.now()).slice(0, 10)

export function serializeTask(row: TaskRow, ctx: Context): Task {
  return {
    ...{ uuid: row.id, conversationUUID: row.conversation_id, conversationTitle: row.conversation_title },
    ...{ opportunityUUID: row.opportunity_id, opportunityTitle: row.opportunity_title, text: row.text },
    promisedBy: row.promiser_name === null ? null : { name: row.promiser_name, email: row.promiser_email },
    ...{ side: row.side, quote: row.quote, start: row.start_time, segment: row.segment, dueOn: row.due_on },
    overdue: row.status === 'open' && row.due_on !== null && row.due_on < getToday(ctx),
    status: row.status,
    assignee: { userUUID: row.assignee_id, name: row.assignee_name },
    creator: { userUUID: row.creator_id, name: row.creator_name },
    closedAt: row.closed_at,
    closedBy: row.closer_id === null ? null : { userUUID: row.closer_id, name: row.closer_name ?? 'a deleted user' },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at },
  }
}

/** @throws AppError `task_not_found` */
export async function loadTaskRow(ctx: Context, db: Reader | Writer, id: string): Promise<TaskRow> {
  const row = await selectTask(db, ctx.org, toVisibility(ctx.principal), id)
  if (row === undefined) throw notFound('task')
  return row
}
