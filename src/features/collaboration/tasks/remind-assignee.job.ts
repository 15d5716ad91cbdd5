import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import { defineJob } from '../../../core/jobs.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { computeReminderTime, requestNotifications, selectTimeZone } from '../notification-requests/index.ts'
import { lockReminded } from './queries-write.ts'
import { dueDay, type TaskStatus } from './schema.ts'

const reminder = z.object({ taskId: z.guid(), assigneeId: z.guid(), dueOn: dueDay })
type Reminder = z.output<typeof reminder>

const kind = {
  id: 'remind_assignee',
  input: reminder,
  retries: 12,
  timeout: 60,
} as const satisfies JobKind<typeof reminder>

type ReminderContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/**
 * Queues the reminder of an open task with a due date in the future. Repeated calls are harmless: the table of
 * notifications accepts one reminder for each task, user and day.
 */
export async function requestReminder(
  tx: Writer,
  ctx: ReminderContext,
  task: {
    readonly id: string
    readonly assignee_id: string
    readonly due_on: string | null
    readonly status: TaskStatus
  },
): Promise<void> {
  if (task.due_on === null || task.status !== 'open') return
  await queue(tx, ctx, { taskId: task.id, assigneeId: task.assignee_id, dueOn: task.due_on })
}

/** @returns false if the morning of the due day has begun */
async function queue(tx: Writer, ctx: ReminderContext, one: Reminder): Promise<boolean> {
  const startAfter = computeReminderTime(one.dueOn, await selectTimeZone(tx, ctx.org, one.assigneeId))
  if (startAfter <= ctx.clock.now()) return false
  await ctx.jobs.add(tx, ctx.org, kind, one, { startAfter })
  return true
}

/** Reminds the assignee on the morning of the due day, unless the task was done, moved or assigned to somebody else. */
export const remindAssignee = defineJob({
  ...kind,
  async handle(one, ctx) {
    await ctx.transactUnaudited(async (tx) => {
      const task = await lockReminded(tx, ctx.org, one.taskId)
      const isCurrent = task?.status === 'open' && task.due_on === one.dueOn && task.assignee_id === one.assigneeId
      if (task === undefined || !isCurrent) return
      // The assignee has traveled west since the job was queued, so the morning is later.
      if (await queue(tx, ctx, one)) return
      const request = {
        ...{ kind: 'task' as const, conversationId: task.conversation_id, subject: { taskId: one.taskId } },
        ...{ userId: one.assigneeId, actorId: null, dueOn: one.dueOn },
      }
      await requestNotifications(tx, ctx, [request])
    })
  },
})
