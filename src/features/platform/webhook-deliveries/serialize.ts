/** Serializes deliveries. */
import type { Reader } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type AttemptRow, type DeliveryRow, type ListedDeliveryRow, selectAttempts, selectDelivery } from './queries.ts'

const serializeAttempt = ({ number, at, ms, response_status, response_body, fault }: AttemptRow) => ({
  ...{ number, at, ms, response_status, response_body, fault },
})

const toDelivery = (row: DeliveryRow, last: AttemptRow | undefined) => ({
  id: row.id,
  webhook_id: row.webhook_id,
  message_id: row.message_id,
  event_type: row.event_type,
  status: row.status,
  attempts: row.attempts,
  last_attempt: last === undefined ? null : serializeAttempt(last),
  next_try_at: row.next_try_at,
  delivered_at: row.delivered_at,
  created_at: row.created_at,
})

export const serializeListedDelivery = (row: ListedDeliveryRow) =>
  toDelivery(row, row.number === null ? undefined : (row as AttemptRow))

/** @throws AppError `delivery_not_found` */
export async function serializeDelivery(db: Reader, org: OrganizationId, webhookId: string, id: string) {
  const row = await selectDelivery(db, org, webhookId, id)
  if (row === undefined) throw notFound('delivery', '/path/deliveryId')
  const attempts = await selectAttempts(db, org, id)
  return { ...toDelivery(row, attempts.at(-1)), body: row.body, attempt_list: attempts.map(serializeAttempt) }
}
