/**
 * Notification requests: stores what a user should know, in the transaction that causes it.
 *
 * Features that cause notifications depend on this one. `notifications` lists them, stores settings and sends emails. A
 * notification contains IDs only.
 */
export { deliverNotificationKind, sendDigestKind, sendWeeklyDigestsKind } from './kind.ts'
export {
  type Channel,
  channels,
  computeReminderTime,
  DEFAULT_CHANNELS,
  DEFAULT_ZONE,
  type NotificationKind,
  type NotificationRequest,
  nextWeeklyDigest,
  notificationKinds,
  type SettingKind,
  settingKinds,
} from './model.ts'
export { selectTimeZone } from './queries.ts'
export { requestDigest, requestNotifications, requestWeeklyDigests } from './request.ts'
