/** Webhook events and notifications of tasks. Events contain IDs only. */
import type { Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { requestNotifications } from '../notification-requests/index.ts'

export type TaskEvent = 'created' | 'updated' | 'completed' | 'reopened'

export interface AnnouncedTask {
  readonly id: string
  readonly conversation_id: string
  readonly assignee_id: string
}

export async function announceTask(tx: Writer, ctx: Context, event: TaskEvent, row: AnnouncedTask): Promise<void> {
  await announce(tx, ctx, {
    type: `task.${event}`,
    data: { task_id: row.id, conversation_id: row.conversation_id, assignee_user_id: row.assignee_id },
  })
}

/** Notifies the assignee, unless the assignee is the caller. */
export async function notifyAssignee(tx: Writer, ctx: Context, row: AnnouncedTask): Promise<void> {
  await requestNotifications(tx, ctx, [
    {
      ...{ kind: 'task', conversationId: row.conversation_id, subject: { taskId: row.id }, userId: row.assignee_id },
      actorId: ctx.principal.user?.id ?? null,
    },
  ])
}
