/**
 * Notifications: what happened on calls that concerns a user.
 *
 * A **notification** is about a mention, a reply in a thread of the user, or a comment on a call of the user. It can also be
 * about an action, a score, coaching or a task by somebody else. It is **unread** until it is read, and in the **inbox** until it is
 * done. For each kind, a user chooses a **channel**: off, in the app, by email, or in a daily email.
 *
 * Notifications store IDs only. Whether the recipient still sees the call and the comment is checked at each read, and when
 * an email is sent. Emails contain the text of the comment, and never words of the call.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { deliverNotification, sendNotificationDigest } from './deliver-notification.job.ts'
import { getNotificationSettings } from './get-notification-settings.ts'
import { listNotifications } from './list-notifications.ts'
import { markNotificationsRead } from './mark-notifications-read.ts'
import { updateNotification } from './update-notification.ts'
import { updateNotificationSettings } from './update-notification-settings.ts'

export { deleteNotifications } from './queries.ts'
export type { Notification, NotificationSettings } from './schema.ts'
export { tools } from './tools.ts'
export {
  getNotificationSettings,
  listNotifications,
  markNotificationsRead,
  updateNotification,
  updateNotificationSettings,
}

export const operations: readonly AnyOperation[] = [
  listNotifications,
  markNotificationsRead,
  updateNotification,
  getNotificationSettings,
  updateNotificationSettings,
]

export const jobs: readonly AnyJob[] = [deliverNotification, sendNotificationDigest]
