/** SQL that creates deliveries of events. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { EventType, TEST_EVENT } from './events.ts'
import { isChatEventType } from './format.ts'
import type {} from './schema.ts'

export interface WebhookMessage {
  readonly id: string
  readonly type: EventType | typeof TEST_EVENT
  readonly body: string
  readonly at: Date
}

/**
 * Creates deliveries of messages for each enabled webhook that subscribes to their events, in one statement.
 * @param webhooksMax maximum number of webhooks of an organization
 * @returns IDs of the webhooks, each once
 */
export async function insertWantedDeliveries(
  tx: Writer,
  org: OrganizationId,
  messages: readonly WebhookMessage[],
  webhooksMax: number,
): Promise<string[]> {
  const rows = messages.map(({ id, type, body, at }) => ({
    ...{ id, type, body, at, posts: isChatEventType(type) },
    // Sorted by time of creation, so that lists and runs keep the order of the events.
    ids: Array.from({ length: webhooksMax }, newId),
  }))
  const { rows: webhooks } = await sql<{ webhook_id: string }>`
    select distinct webhook_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as m (id text, type text, body text, at timestamptz, posts boolean, ids uuid[]),
      add_deliveries(${org}, m.id, m.type, m.body, m.at, m.ids, m.posts) as webhook_id`.execute(tx)
  return webhooks.map(({ webhook_id }) => webhook_id)
}

export async function insertDelivery(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  { id, type, body, at }: WebhookMessage,
  deliveryId: string,
): Promise<void> {
  await sql`
    insert into webhook_deliveries
      (organization_id, id, webhook_id, message_id, event_type, body, status, next_try_at, created_at)
    values (${org}, ${deliveryId}, ${webhookId}, ${id}, ${type}, ${body}, 'pending', ${at}, ${at})`.execute(tx)
}

/** Removes the wakes of an organization, which triggers added. @returns IDs of the webhooks that have new deliveries */
export async function takeWakes(tx: Writer, org: OrganizationId): Promise<string[]> {
  const { rows } = await sql<{ webhook_id: string }>`
    with taken as (
      delete from webhook_wakes where organization_id = ${org} and id in (
        select id from webhook_wakes where organization_id = ${org}
        order by id limit 5000 for update skip locked)
      returning webhook_id)
    select distinct webhook_id from taken`.execute(tx)
  return rows.map(({ webhook_id }) => webhook_id)
}
