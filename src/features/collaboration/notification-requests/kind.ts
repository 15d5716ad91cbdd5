import { z } from 'zod'
import type { JobKind } from '../../../core/job-queue.ts'

const notification = z.object({ id: z.guid() })
/** Jobs of earlier versions have no time zone. They are for UTC. */
const week = z.object({ week: z.iso.date(), timeZone: z.string().optional() })
const recipient = z.object({ userId: z.guid() })

/** Job that sends the email of one notification. `notifications` implements it. */
export const deliverNotificationKind = {
  id: 'deliver_notification',
  input: notification,
  retries: 12,
  timeout: 60,
} as const satisfies JobKind<typeof notification>

/** Job that sends the digest of a user. `notifications` implements it. */
export const sendDigestKind = {
  id: 'send_notification_digest',
  input: recipient,
  retries: 12,
  timeout: 60,
} as const satisfies JobKind<typeof recipient>

/** Job that sends the weekly digests of an organization to the users of a time zone. `weekly-digests` implements it. */
export const sendWeeklyDigestsKind = {
  id: 'send_weekly_digests',
  input: week,
  background: true,
  retries: 12,
  timeout: 3_600,
} as const satisfies JobKind<typeof week>
