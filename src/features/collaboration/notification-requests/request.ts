/** Stores notifications and queues their emails. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { deliverNotificationKind, sendDigestKind, sendWeeklyDigestsKind } from './kind.ts'
import { type NotificationRequest, nextDigestAt, nextWeeklyDigest } from './model.ts'
import {
  insertNotification,
  insertWeek,
  isDigestDue,
  omitQueuedWeeks,
  selectChannel,
  selectTimeZone,
  selectTimeZones,
} from './queries.ts'

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
  if (await isDigestDue(tx, ctx.org, userId)) return
  const zone = await selectTimeZone(tx, ctx.org, userId)
  await ctx.jobs.add(tx, ctx.org, sendDigestKind, { userId }, { startAfter: nextDigestAt(ctx.clock.now(), zone) })
}

/**
 * Queues the digests of the week for all users, unless they are queued: one job for each time zone. An organization
 * without new calls gets none.
 */
export async function requestWeeklyDigests(tx: Writer, ctx: RequestContext): Promise<void> {
  const zones = await selectTimeZones(tx, ctx.org)
  const next = zones.map((timeZone) => ({ timeZone, ...nextWeeklyDigest(ctx.clock.now(), timeZone) }))
  for (const { week, timeZone, at } of await omitQueuedWeeks(tx, ctx.org, next)) {
    if (!(await insertWeek(tx, ctx.org, week, timeZone))) continue
    await ctx.jobs.add(tx, ctx.org, sendWeeklyDigestsKind, { week, timeZone }, { startAfter: at })
  }
}
