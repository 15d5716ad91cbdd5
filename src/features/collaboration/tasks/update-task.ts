import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN, uuid } from '../../../core/wire.ts'
import { announceTask, notifyAssignee } from './announce.ts'
import { checkAssignee } from './mutate.ts'
import type { TaskRow } from './queries.ts'
import { lockTask, type TaskChange, updateTaskRow } from './queries-write.ts'
import { requestReminder } from './remind-assignee.job.ts'
import { dueDay, status, type TaskStatus, TEXT_MAX, task, taskText } from './schema.ts'
import { loadTaskRow, serializeTask } from './serialize.ts'

export const updateTask = defineOperation({
  id: 'updateTask',
  summary: 'Update a task',
  description:
    'Marks a task as done or dismissed, reopens it, or changes its text, due date and assignee. Everybody with access to the ' +
    'conversation can change its tasks. A new assignee must have access too, and is notified. Omitted fields keep their ' +
    'values. You can repeat the request safely.',
  tag: 'Tasks',
  input: z
    .object({
      id: pathId('task'),
      status: status
        .optional()
        .describe(
          '`done`, `dismissed`, or `open` to reopen it. Changes in all directions are possible. Example: `done`.',
        ),
      text: taskText
        .optional()
        .describe(`Text of the promise, 1 to ${TEXT_MAX} characters. Example: \`Send the offer\`.`),
      dueOn: dueDay
        .nullable()
        .optional()
        .describe('Day by which it is due, `YYYY-MM-DD`; null removes it. Example: `2026-12-01`.'),
      assigneeUUID: uuid()
        .optional()
        .describe(
          'ID of the user who follows it, from `GET /conversations/{id}/viewers`. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
        ),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: task,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/tasks/{id}', ...inData(task) },
  async handle({ id, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      await loadTaskRow(ctx, tx, id)
      await lockTask(tx, ctx.org, id)
      const had = await loadTaskRow(ctx, tx, id)
      const { assigneeUUID: assigneeId } = given
      if (assigneeId !== undefined && assigneeId !== had.assignee_id) {
        await checkAssignee(tx, ctx, had.conversation_id, assigneeId)
      }
      const change = toChange(ctx, had, given)
      if (Object.keys(change).length > 0) await updateTaskRow(tx, ctx.org, id, change, ctx.clock.now())
      const row = await loadTaskRow(ctx, tx, id)
      if (Object.keys(change).length > 0) await announceChange(tx, ctx, had, row)
      return serializeTask(row, ctx)
    })
  },
})

interface ChangeInput {
  readonly status?: TaskStatus | undefined
  readonly text?: string | undefined
  readonly dueOn?: string | null | undefined
  readonly assigneeUUID?: string | undefined
}

/** Fields that differ. */
function toChange(ctx: Context, had: TaskRow, { status, text, dueOn, assigneeUUID }: ChangeInput): TaskChange {
  const isClosed = status !== undefined && status !== 'open'
  return {
    ...(text === undefined || text === had.text ? {} : { text }),
    ...(dueOn === undefined || dueOn === had.due_on ? {} : { due_on: dueOn }),
    ...(assigneeUUID === undefined || assigneeUUID === had.assignee_id ? {} : { assignee_id: assigneeUUID }),
    ...(status === undefined || status === had.status
      ? {}
      : {
          status,
          closed_at: isClosed ? ctx.clock.now() : null,
          closer_id: isClosed ? (ctx.principal.user?.id ?? null) : null,
        }),
  }
}

/** Announces the most important change, notifies the assignee of a new or reopened task, and queues its reminder. */
async function announceChange(tx: Writer, ctx: Context, had: TaskRow, row: TaskRow): Promise<void> {
  const isCompleted = had.status !== 'done' && row.status === 'done'
  const isReopened = had.status !== 'open' && row.status === 'open'
  await announceTask(tx, ctx, isCompleted ? 'completed' : isReopened ? 'reopened' : 'updated', row)
  const isNew = row.assignee_id !== had.assignee_id
  if (row.status === 'open' && (isNew || isReopened)) await notifyAssignee(tx, ctx, row)
  if (isNew || isReopened || row.due_on !== had.due_on) await requestReminder(tx, ctx, row)
}
