/** Kinds and channels of notifications, with the table types. */
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
      actor_id: string | null
      created_at: Instant
      read_at: NullableInstant
      done_at: NullableInstant
      email: 'none' | 'now' | 'digest' | 'sent'
    }
    notification_settings: { organization_id: string; user_id: string; kind: SettingKind; channel: Channel }
    weekly_digests: { organization_id: string; week: string; sent_through: string | null }
  }
}

export const notificationKinds = [
  ...(['mention', 'reply', 'comment', 'action', 'scorecard_result'] as const),
  ...(['coaching', 'coaching_answer'] as const),
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
  weekly_digest: 'email',
}

/** Hour of the day in UTC at which digests are sent. */
const DIGEST_HOUR = 7

/** Time of the next digest. */
export function nextDigestAt(now: Date): Date {
  const at = new Date(now)
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return at
}

/** Time of the next weekly digest: Monday, at the hour of the daily ones. */
export function nextWeeklyDigestAt(now: Date): Date {
  const at = new Date(now)
  at.setUTCHours(DIGEST_HOUR, 0, 0, 0)
  at.setUTCDate(at.getUTCDate() + ((8 - at.getUTCDay()) % 7))
  if (at <= now) at.setUTCDate(at.getUTCDate() + 7)
  return at
}

export interface NotificationRequest {
  readonly userId: string
  readonly kind: NotificationKind
  readonly conversationId: string
  /** Comment, action, scorecard or coaching assignment of the notification. */
  readonly subject:
    | { readonly commentId: string }
    | { readonly actionId: string }
    | { readonly scorecardId: string }
    | { readonly coachingAssignmentId: string }
  /** User who causes it, who isn't notified. Null for an organization-level key. */
  readonly actorId: string | null
}
