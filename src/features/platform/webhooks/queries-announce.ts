/** SQL that creates deliveries of events. */
import { sql } from 'kysely'
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
 * Creates a delivery for each enabled webhook that subscribes to the event.
 * @param ids IDs for the deliveries; at least as many as there can be webhooks
 * @returns IDs of the webhooks
 */
export async function insertWantedDeliveries(
  tx: Writer,
  org: OrganizationId,
  { id, type, body, at }: WebhookMessage,
  ids: readonly string[],
): Promise<string[]> {
  // A key-share lock blocks only the deletion of a webhook. Webhooks that are being deleted get no delivery.
  const { rows } = await sql<{ webhook_id: string }>`
    with wanting as (
      select id from webhooks
      where organization_id = ${org} and enabled and (event_types is null or ${type} = any(event_types))
        and (format = 'events' or ${isChatEventType(type)})
      order by id for key share
    )
    insert into webhook_deliveries
      (organization_id, id, webhook_id, message_id, event_type, body, status, next_try_at, created_at)
    select ${org}, (${[...ids]}::uuid[])[row_number() over (order by id)], id, ${id}, ${type}, ${body}, 'pending', ${at}, ${at}
    from wanting
    returning webhook_id`.execute(tx)
  return rows.map(({ webhook_id }) => webhook_id)
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
