/** Request and response schemas of notifications. */
import { z } from 'zod'
import { channels, notificationKinds } from '../notification-requests/index.ts'

export const notificationKind = z.enum(notificationKinds)
export const channel = z.enum(channels)
export const weeklyChannel = z.enum(['off', 'email'])

export const notification = z
  .object({
    uuid: z.string().describe('ID of the notification.'),
    kind: notificationKind.describe(
      '`mention`: somebody mentioned you. `reply`: in a thread of yours. `comment`: on a call you own. `action`: assigned to ' +
        'you. `scorecard_result`: somebody scored a call you own. `coaching`: somebody asked you to look at a call. ' +
        '`coaching_answer`: somebody responded to your coaching question. `task`: somebody assigned you a task, or one of yours is due (`dueOn`).',
    ),
    conversationUUID: z.string().describe('ID of the conversation.'),
    conversationTitle: z.string().describe('Title of the conversation.'),
    commentUUID: z.string().nullable().describe('ID of the comment; null for other kinds.'),
    threadUUID: z.string().nullable().describe('ID of the thread of the comment; null for other kinds.'),
    actionUUID: z.string().nullable().describe('ID of the action; null for other kinds.'),
    scorecardUUID: z.string().nullable().describe('ID of the scorecard; null for other kinds.'),
    coachingAssignmentUUID: z.string().nullable().describe('ID of the coaching assignment; null for other kinds.'),
    folderUUID: z
      .string()
      .nullable()
      .describe('ID of the library folder that the coaching assignment is about; null without one.'),
    folderName: z.string().nullable().describe('Name of this folder; null without one.'),
    taskUUID: z.string().nullable().describe('ID of the task; null for other kinds.'),
    dueOn: z
      .string()
      .nullable()
      .describe('Due day of the task of which the notification reminds, `YYYY-MM-DD`; null for other notifications.'),
    actor: z
      .object({
        userUUID: z.string().describe('ID of the user.'),
        name: z.string().describe('Full name, or the email address.'),
      })
      .nullable()
      .describe('User who caused the notification; null for an organization-level API key, and for reminders.'),
    text: z
      .string()
      .nullable()
      .describe('Text of the comment, coaching question, answer or task; null for other kinds.'),
    start: z.number().nullable().describe('Start of the thread in seconds; null without a time.'),
    createdAt: z.string().describe('Time of creation, ISO 8601.'),
    readAt: z.string().nullable().describe('Time at which it was read, ISO 8601; null if it is unread.'),
    doneAt: z.string().nullable().describe('Time at which it was marked as done, ISO 8601; null if it is not done.'),
    updatedAt: z
      .string()
      .describe(
        'Time at which it was last marked, or created. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
      ),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof notification>

export const notificationSettings = z
  .object({
    mention: channel.describe('Channel for mentions of you.'),
    reply: channel.describe('Channel for replies in threads of yours.'),
    comment: channel.describe('Channel for comments on calls you own.'),
    action: channel.describe('Channel for actions that others assign to you.'),
    scorecard_result: channel.describe('Channel for scores of calls you own.'),
    coaching: channel.describe('Channel for calls that others ask you to look at.'),
    coaching_answer: channel.describe('Channel for responses to your coaching questions.'),
    task: channel.describe('Channel for tasks that others assign to you, and for reminders of due tasks.'),
    weekly_digest: weeklyChannel.describe(
      'Whether you get a weekly email about your calls, promises, deals, scores and comments.',
    ),
  })
  .meta({ id: 'NotificationSettings' })
export type NotificationSettings = z.output<typeof notificationSettings>
