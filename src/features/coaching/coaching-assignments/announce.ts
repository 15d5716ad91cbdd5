/** Webhook events and notifications of coaching assignments. Events contain IDs only. */
import type { Writer } from '../../../core/db.ts'
import type { Context } from '../../../core/operation.ts'
import { requestNotifications } from '../../collaboration/notification-requests/index.ts'
import { announce } from '../../platform/webhooks/index.ts'

export type CoachingEvent = 'created' | 'updated' | 'answered' | 'completed' | 'reopened' | 'deleted'

export interface AnnouncedAssignment {
  readonly id: string
  /** Call that the assignment is stored with. */
  readonly anchor_id: string
  readonly assignee_id: string
  readonly assigner_id: string
}

export async function announceAssignment(
  tx: Writer,
  ctx: Context,
  event: CoachingEvent,
  row: AnnouncedAssignment,
): Promise<void> {
  await announce(tx, ctx, {
    type: `coaching_assignment.${event}`,
    data: {
      ...{ coaching_assignment_id: row.id, conversation_id: row.anchor_id },
      ...{ assignee_user_id: row.assignee_id, assigner_user_id: row.assigner_id },
    },
  })
}

/** Notifies the assignee of the question, or the assigner of the answer. */
export async function notifyOfAssignment(
  tx: Writer,
  ctx: Context,
  kind: 'coaching' | 'coaching_answer',
  row: AnnouncedAssignment,
): Promise<void> {
  await requestNotifications(tx, ctx, [
    {
      ...{ kind, conversationId: row.anchor_id, subject: { coachingAssignmentId: row.id } },
      userId: kind === 'coaching' ? row.assignee_id : row.assigner_id,
      actorId: ctx.principal.user?.id ?? null,
    },
  ])
}
