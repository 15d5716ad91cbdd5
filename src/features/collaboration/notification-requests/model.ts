/** Kinds and channels of notifications, with the table types. */
import { localTime, toLocalTime } from '../../../core/zone-times.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    notifications: {
      organization_id: string
      id: string
      user_id: string
      kind: NotificationKind
      conversation_id: string
      comment_id: string | null
      action_id: string | null
      scorecard_id: string | null
      coaching_assignment_id: string | null
      task_id: string | null
      due_on: string | null
      actor_id: string | null
      created_at: Instant
      read_at: NullableInstant
      done_at: NullableInstant
      updated_at: Instant
      email: 'none' | 'now' | 'digest' | 'sent'
    }
    notification_settings: { organization_id: string; user_id: string; kind: SettingKind; channel: Channel }
    weekly_digests: { organization_id: string; week: string; time_zone: string; sent_through: string | null }
  }
}

export const notificationKinds = [
  ...(['mention', 'reply', 'comment', 'action', 'scorecard_result'] as const),
  ...(['coaching', 'coaching_answer', 'task'] as const),
] as const
export type NotificationKind = (typeof notificationKinds)[number]

/** Kinds with a setting. The weekly digest is only an email. */
export const settingKinds = [...notificationKinds, 'weekly_digest'] as const
export type SettingKind = (typeof settingKinds)[number]

/** `email` and `daily_digest` include the app. */
export const channels = ['off', 'in_app', 'email', 'daily_digest'] as const
export type Channel = (typeof channels)[number]

/** Channels of users who chose none. An email for each comment of a busy call would be too many. */
export const DEFAULT_CHANNELS: Readonly<Record<SettingKind, Channel>> = {
  mention: 'email',
  reply: 'email',
  comment: 'daily_digest',
  action: 'in_app',
  scorecard_result: 'in_app',
  coaching: 'email',
  coaching_answer: 'email',
  task: 'email',
  weekly_digest: 'email',
}

/** Time zone of users who set none. */
export const DEFAULT_ZONE = 'UTC'
/** Hour of the local day at which digests are sent. */
const DIGEST_HOUR = '07:00'
/** Before the digests, so that the digest of the same day contains the reminder. */
const REMINDER_HOUR = '06:30'
const MONDAY = 1
const WEEK_DAYS = 7

/** Time of the next digest of a user. @param zone time zone of the user */
export function nextDigestAt(now: Date, zone: string): Date {
  return nextMorning(now, zone, () => true).at
}

/** Time of the next weekly digest: Monday, at the hour of the daily ones. `week` is this Monday in the time zone. */
export function nextWeeklyDigest(now: Date, zone: string): { readonly week: string; readonly at: Date } {
  const { day, at } = nextMorning(now, zone, (weekday) => weekday === MONDAY)
  return { week: day, at }
}

/** Time of the reminder of a task. @param day due day @param zone time zone of the assignee */
export function computeReminderTime(day: string, zone: string): Date {
  // A local time that a change of clocks skips doesn't exist.
  return localTime(zone, `${day}T${REMINDER_HOUR}`) ?? new Date(`${day}T${REMINDER_HOUR}:00Z`)
}

/** Next local time of the digests on a fitting day. */
function nextMorning(now: Date, zone: string, isFitting: (weekday: number) => boolean): { day: string; at: Date } {
  const today = new Date(`${toLocalTime(zone, now).slice(0, 10)}T00:00:00Z`)
  for (let days = 0; days <= WEEK_DAYS; days++) {
    const date = new Date(today)
    date.setUTCDate(today.getUTCDate() + days)
    const day = date.toISOString().slice(0, 10)
    const at = localTime(zone, `${day}T${DIGEST_HOUR}`)
    if (at !== undefined && at > now && isFitting(date.getUTCDay())) return { day, at }
  }
  throw new Error(`The time zone ${zone} has no morning.`)
}

export interface NotificationRequest {
  readonly userId: string
  readonly kind: NotificationKind
  readonly conversationId: string
  /** Comment, action, scorecard, coaching assignment or task of the notification. */
  readonly subject:
    | { readonly commentId: string }
    | { readonly actionId: string }
    | { readonly scorecardId: string }
    | { readonly coachingAssignmentId: string }
    | { readonly taskId: string }
  /** User who causes it, who isn't notified. Null for an organization-level key. */
  readonly actorId: string | null
  /** Due day of which a notification of a task reminds. */
  readonly dueOn?: string
}
