import type { Context } from '../../../core/operation.ts'
import { renderMentions, requireUserId, toViewer } from '../comments/index.ts'
import { DEFAULT_CHANNELS } from '../notification-requests/index.ts'
import { type NotificationReader, type NotificationRow, selectSettings } from './queries.ts'
import type { Notification, NotificationSettings } from './schema.ts'

export const toReader = (ctx: Context): NotificationReader => ({ ...toViewer(ctx), userId: requireUserId(ctx) })

/** Text of the comment with names, or of the coaching question, answer or task; null for other kinds. */
export const notificationText = (row: NotificationRow): string | null =>
  row.body === null
    ? row.other_text
    : renderMentions(row.body, new Map(row.mentioned.map(({ id, name }) => [id, name]))).text

export function serializeNotification(row: NotificationRow): Notification {
  return {
    ...{ uuid: row.id, kind: row.kind },
    ...{ conversationUUID: row.conversation_id, conversationTitle: row.conversation_title },
    ...{ commentUUID: row.comment_id, threadUUID: row.thread_id },
    ...{ actionUUID: row.action_id, scorecardUUID: row.scorecard_id },
    ...{ coachingAssignmentUUID: row.coaching_assignment_id, taskUUID: row.task_id },
    ...{ folderUUID: row.folder_id, folderName: row.folder_name },
    dueOn: row.due_on,
    actor: row.actor_id === null ? null : { userUUID: row.actor_id, name: row.actor_name ?? 'a deleted user' },
    ...{ text: notificationText(row), start: row.start_time },
    ...{ createdAt: row.created_at, readAt: row.read_at, doneAt: row.done_at, updatedAt: row.updated_at },
  }
}

export async function loadSettings(ctx: Context): Promise<NotificationSettings> {
  const chosen = await selectSettings(ctx.db, ctx.org, requireUserId(ctx))
  const settings = { ...DEFAULT_CHANNELS, ...Object.fromEntries(chosen.map(({ kind, channel }) => [kind, channel])) }
  return { ...settings, weekly_digest: settings.weekly_digest === 'off' ? 'off' : 'email' }
}
