/** Tools for notifications. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, excerpt, table } from '../../../core/tool-text.ts'
import { notificationKinds } from '../notification-requests/index.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'
import { type Notification, notificationKind } from './schema.ts'
import { updateNotification } from './update-notification.ts'

const TEXT_SHOWN_MAX = 300

const toToolNotification = (one: Notification) => ({
  ...{ id: one.uuid, kind: one.kind, call_id: one.conversationUUID, call_title: one.conversationTitle },
  ...{ thread_id: one.threadUUID, by: one.actor?.name ?? null, start: one.start },
  ...(one.dueOn === null ? {} : { due_on: one.dueOn }),
  ...{ text: one.text === null ? null : excerpt(one.text, TEXT_SHOWN_MAX), read: one.readAt !== null },
})

export const tools: readonly Tool[] = [
  defineTool(listNotifications, {
    name: 'list_notifications',
    title: 'List notifications',
    description:
      'Lists your mentions, replies and other notifications about calls, newest first. Reply with add_comment, and finish with update_notification.',
    args: {
      status: z
        .enum(['inbox', 'unread', 'done', 'all'])
        .optional()
        .describe('Notifications to list. Defaults to inbox.'),
    },
    paged: { max: 100 },
    data: { notifications: z.array(z.looseObject({ id: z.string(), kind: z.string(), call_id: z.string() })) },
    present: ({ data }) => {
      const notifications = data.map(toToolNotification)
      return {
        text: table(
          ['Kind', 'By', 'Call', 'Call ID', 'At', 'Thread', 'Text', 'Id'],
          notifications.map((one) => [
            ...['due_on' in one ? `task due ${one.due_on}` : one.kind, one.by ?? '', one.call_title, one.call_id],
            ...[one.start === null ? '' : clock(one.start), one.thread_id ?? '', one.text ?? '', one.id],
          ]),
        ),
        data: { notifications },
      }
    },
  }),
  defineTool(updateNotification, {
    name: 'update_notification',
    title: 'Mark a notification',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Marks one of your notifications as read or unread, or as done, so that it leaves the inbox.',
    args: {
      notification_id: idArgument('notification', 'list_notifications'),
      read: z.boolean().optional().describe('Whether you read it. Example: `true`.'),
      done: z.boolean().optional().describe('Whether it leaves the inbox. Example: `true`.'),
    },
    names: { notification_id: 'id' },
    data: { id: z.string(), read: z.boolean(), done: z.boolean() },
    present: ({ uuid, readAt, doneAt }) => {
      const state = { read: readAt !== null, done: doneAt !== null }
      return {
        text: `The notification is ${state.done ? 'done' : state.read ? 'read' : 'unread'}.`,
        data: { id: uuid, ...state },
      }
    },
  }),
  defineTool(markNotificationsRead, {
    name: 'mark_notifications_read',
    title: 'Mark notifications as read',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Marks all of your notifications as read, or those of some kinds. They stay in the inbox.',
    args: {
      kinds: z
        .array(notificationKind)
        .max(notificationKinds.length)
        .optional()
        .describe('Kinds to mark. Defaults to all.'),
    },
    data: { updated: z.number() },
    present: ({ updated }) => ({ text: `Marked ${updated} notifications as read.`, data: { updated } }),
  }),
]
