/** Tool for notifications. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { clock, excerpt, table } from '../../../core/tool-text.ts'
import { listNotifications } from './list-notifications.ts'
import type { Notification } from './schema.ts'

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
      'Lists your mentions, replies and other notifications about calls, newest first. Reply with add_comment.',
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
          ['Kind', 'By', 'Call', 'Call ID', 'At', 'Thread', 'Text'],
          notifications.map((one) => [
            ...['due_on' in one ? `task due ${one.due_on}` : one.kind, one.by ?? '', one.call_title, one.call_id],
            ...[one.start === null ? '' : clock(one.start), one.thread_id ?? '', one.text ?? ''],
          ]),
        ),
        data: { notifications },
      }
    },
  }),
]
