/** Tools for notifications. */
import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { clock, excerpt, table } from '../../../core/tool-text.ts'
import { notificationKinds, settingKinds } from '../notification-requests/index.ts'
import { getNotificationSettings } from './get-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'
import { channel, type Notification, type NotificationSettings, type notificationKind } from './schema.ts'
import { updateNotification } from './update-notification.ts'
import { updateNotificationSettings } from './update-notification-settings.ts'

const TEXT_SHOWN_MAX = 300

const toToolNotification = (one: Notification) => ({
  ...{ id: one.uuid, kind: one.kind, call_id: one.conversationUUID, call_title: one.conversationTitle },
  ...{ thread_id: one.threadUUID, by: one.actor?.name ?? null, start: one.start },
  ...(one.dueOn === null ? {} : { due_on: one.dueOn }),
  ...{ text: one.text === null ? null : excerpt(one.text, TEXT_SHOWN_MAX), read: one.readAt !== null },
})

const channelData = { channels: z.looseObject({}) }

const presentSettings = (channels: NotificationSettings) => ({
  text: table(['Kind', 'Channel'], Object.entries(channels)),
  data: { channels },
})

/** @throws AppError `validation_failed` with the kinds, which the description of the tool has no room for */
function toSettingKind(kind: string): (typeof settingKinds)[number] {
  const found = settingKinds.find((one) => one === kind)
  if (found === undefined)
    throw invalid({ pointer: '/kind', detail: `\`kind\` must be one of: ${settingKinds.join(', ')}.` })
  return found
}

export const tools: readonly Tool[] = [
  defineTool(listNotifications, {
    name: 'list_notifications',
    title: 'List notifications',
    description:
      'Lists your notifications about calls, newest first. Reply with add_comment, and finish with update_notification.',
    args: {
      status: z.enum(['inbox', 'unread', 'done', 'all']).optional().describe('State to list. Defaults to inbox.'),
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
    description: 'Marks one of your notifications as read, unread or done.',
    args: {
      notification_id: idArgument('notification', 'list_notifications'),
      read: z.boolean().optional().describe('Whether you read it.'),
      done: z.boolean().optional().describe('Whether it leaves the inbox.'),
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
    title: 'Mark notifications read',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Marks all of your notifications, or those of some kinds, as read.',
    args: {
      kinds: z
        .array(z.string())
        .max(notificationKinds.length)
        .optional()
        .describe('Kinds, from get_notification_settings. Defaults to all.'),
    },
    // The operation rejects unknown kinds, with the list of kinds.
    input: ({ kinds }) => ({ kinds: kinds as z.input<typeof notificationKind>[] | undefined }),
    data: { updated: z.number() },
    present: ({ updated }) => ({ text: `Marked ${updated} notifications as read.`, data: { updated } }),
  }),
  defineTool(getNotificationSettings, {
    name: 'get_notification_settings',
    title: 'Get notification settings',
    description: 'Returns the channel of each kind of your notifications.',
    args: {},
    data: channelData,
    present: presentSettings,
  }),
  defineTool(updateNotificationSettings, {
    name: 'update_notification_settings',
    title: 'Set a notification channel',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Sets the channel of one kind of your notifications.',
    args: {
      kind: z.string().describe('Kind, from get_notification_settings. Example: `comment`.'),
      channel: channel.describe('Email and digest include the app. `weekly_digest`: off or email.'),
    },
    input: ({ kind, channel }) => ({ [toSettingKind(kind)]: channel }),
    data: channelData,
    present: presentSettings,
  }),
]
