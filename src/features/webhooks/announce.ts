/** What a feature calls when something has happened that others wait for. */
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { type EventType, TEST_EVENT } from './events.ts'
import { sendSoon } from './kind.ts'
import { BODY_BYTES_MAX, WEBHOOKS_MAX } from './model.ts'
import { insertDelivery, insertWantedDeliveries, type Message } from './queries-announce.ts'

export interface Announcement {
  readonly type: EventType
  /** Ids, and the little a receiver needs to know where it belongs, in snake case; never what was said. */
  readonly data: Readonly<Record<string, unknown>>
}

type Given = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Tells an event to every webhook of the organization that wants it, once the transaction is committed. */
export async function announce(tx: Writer, ctx: Given, { type, data }: Announcement): Promise<void> {
  const ids = Array.from({ length: WEBHOOKS_MAX }, newId)
  const told = await insertWantedDeliveries(tx, ctx.org, messageOf(type, data, ctx.clock.now()), ids)
  for (const webhookId of told) await sendSoon(tx, ctx, webhookId)
}

/**
 * Tells one webhook something that did not happen, to see whether it can be told.
 * @returns id of the delivery
 */
export async function addMessage(tx: Writer, ctx: Given, webhookId: string): Promise<string> {
  const id = newId()
  const message = messageOf(TEST_EVENT, { webhook_id: webhookId }, ctx.clock.now())
  await insertDelivery(tx, ctx.org, webhookId, message, id)
  await sendSoon(tx, ctx, webhookId)
  return id
}

function messageOf(type: Message['type'], data: Announcement['data'], at: Date): Message {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data })
  if (Buffer.byteLength(body) > BODY_BYTES_MAX) throw new Error(`An event ${type} is too large to be told.`)
  return { id: `msg_${newId().replaceAll('-', '')}`, type, body, at }
}
