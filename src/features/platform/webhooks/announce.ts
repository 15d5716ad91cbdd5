/** Announces events to webhooks. */
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type EventType, TEST_EVENT } from './events.ts'
import { sendSoon } from './kind.ts'
import { BODY_BYTES_MAX, WEBHOOKS_MAX } from './model.ts'
import { insertDelivery, insertWantedDeliveries, type WebhookMessage } from './queries-announce.ts'

export interface Announcement {
  readonly type: EventType
  /** IDs and a minimum of context, in snake case; never content of conversations. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Dependencies of announcements. */
export type AnnouncementPorts = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Sends an event to every enabled webhook of the organization that subscribes to it, after the transaction commits. */
export const announce = (tx: Writer, ctx: AnnouncementPorts, event: Announcement): Promise<void> =>
  announceAll(tx, ctx, [event])

/** Sends several events like `announce`, with one statement for all, and one job for each webhook. */
export async function announceAll(tx: Writer, ctx: AnnouncementPorts, events: readonly Announcement[]): Promise<void> {
  if (events.length === 0) return
  const at = ctx.clock.now()
  const messages = events.map(({ type, data }) => createMessage(type, data, at))
  for (const webhookId of await insertWantedDeliveries(tx, ctx.org, messages, WEBHOOKS_MAX)) {
    await sendSoon(tx, ctx, webhookId)
  }
}

/**
 * Sends a test event to one webhook.
 * @returns ID of the delivery
 */
export async function addMessage(tx: Writer, ctx: AnnouncementPorts, webhookId: string): Promise<string> {
  const id = newId()
  const message = createMessage(TEST_EVENT, { webhook_id: webhookId }, ctx.clock.now())
  await insertDelivery(tx, ctx.org, webhookId, message, id)
  await sendSoon(tx, ctx, webhookId)
  return id
}

function createMessage(type: WebhookMessage['type'], data: Announcement['data'], at: Date): WebhookMessage {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  if (Buffer.byteLength(body) > BODY_BYTES_MAX) throw new Error(`An event ${type} exceeds the maximum size.`)
  return { id: `msg_${newId().replaceAll('-', '')}`, type, body, at }
}
