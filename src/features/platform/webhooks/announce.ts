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

type AnnouncementContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Sends an event to every enabled webhook of the organization that subscribes to it, after the transaction commits. */
export async function announce(tx: Writer, ctx: AnnouncementContext, { type, data }: Announcement): Promise<void> {
  const ids = Array.from({ length: WEBHOOKS_MAX }, newId)
  const told = await insertWantedDeliveries(tx, ctx.org, createMessage(type, data, ctx.clock.now()), ids)
  for (const webhookId of told) await sendSoon(tx, ctx, webhookId)
}

/**
 * Sends a test event to one webhook.
 * @returns ID of the delivery
 */
export async function addMessage(tx: Writer, ctx: AnnouncementContext, webhookId: string): Promise<string> {
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
