/** Stores notifications and queues their emails. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { deliverNotificationKind, sendDigestKind } from './kind.ts'
import { type Channel, DEFAULT_CHANNELS, type NotificationKind, nextDigestAt } from './model.ts'

export interface NotificationRequest {
  readonly userId: string
  readonly kind: NotificationKind
  readonly conversationId: string
  /** What the notification is about. */
  readonly subject: { readonly commentId: string } | { readonly actionId: string } | { readonly scorecardId: string }
  /** User who causes it, who isn't notified. Null for an organization-level key. */
  readonly actorId: string | null
}

type RequestContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/**
 * Notifies users by the channels that they chose, after the transaction commits. Whether they see the conversation is
 * checked when they read the notification and when an email is sent.
 */
export async function requestNotifications(
  tx: Writer,
  ctx: RequestContext,
  requests: readonly NotificationRequest[],
): Promise<void> {
  for (const request of requests) {
    if (request.userId === request.actorId) continue
    const channel = await selectChannel(tx, ctx.org, request.userId, request.kind)
    if (channel === 'off') continue
    const id = newId()
    const email = channel === 'email' ? 'now' : channel === 'daily_digest' ? 'digest' : 'none'
    if (email === 'digest') await requestDigest(tx, ctx, request.userId)
    const isNew = await insertNotification(tx, ctx.org, { ...request, id, email, at: ctx.clock.now() })
    if (isNew && email === 'now') await ctx.jobs.add(tx, ctx.org, deliverNotificationKind, { id })
  }
}

/** Queues the next digest of a user, unless a notification already waits for it. */
export async function requestDigest(tx: Writer, ctx: RequestContext, userId: string): Promise<void> {
  const { rows } = await sql`
    select from notifications where organization_id = ${ctx.org} and user_id = ${userId} and email = 'digest' limit 1`.execute(
    tx,
  )
  if (rows.length > 0) return
  await ctx.jobs.add(tx, ctx.org, sendDigestKind, { userId }, { startAfter: nextDigestAt(ctx.clock.now()) })
}

/** Channel of an active user. Deactivated users get no notifications. */
async function selectChannel(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  kind: NotificationKind,
): Promise<Channel> {
  const { rows } = await sql<{ channel: Channel | null }>`
    select s.channel from users u
    left join notification_settings s on s.organization_id = ${org} and s.user_id = u.id and s.kind = ${kind}
    where u.organization_id = ${org} and u.id = ${userId} and u.active`.execute(tx)
  const [row] = rows
  return row === undefined ? 'off' : (row.channel ?? DEFAULT_CHANNELS[kind])
}

/** @returns false if the user is already notified of the comment */
async function insertNotification(
  tx: Writer,
  org: OrganizationId,
  row: NotificationRequest & { readonly id: string; readonly email: 'none' | 'now' | 'digest'; readonly at: Date },
): Promise<boolean> {
  const { subject } = row
  const { rows } = await sql`
    insert into notifications
      (organization_id, id, user_id, kind, conversation_id, comment_id, action_id, scorecard_id, actor_id, created_at, email)
    values (
      ${org}, ${row.id}, ${row.userId}, ${row.kind}, ${row.conversationId},
      ${'commentId' in subject ? subject.commentId : null}, ${'actionId' in subject ? subject.actionId : null},
      ${'scorecardId' in subject ? subject.scorecardId : null}, ${row.actorId}, ${row.at}, ${row.email})
    on conflict do nothing returning id`.execute(tx)
  return rows.length > 0
}
