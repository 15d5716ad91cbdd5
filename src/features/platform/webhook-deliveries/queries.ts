/** SQL to list and read deliveries, and to send them again. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DeliveryStatus } from '../webhooks/index.ts'
import type { SentType } from './schema.ts'

export interface AttemptRow {
  number: number
  at: string
  ms: number
  response_status: number | null
  response_body: string | null
  fault: string | null
}

export interface DeliveryRow {
  id: string
  webhook_id: string
  message_id: string
  event_type: SentType
  status: DeliveryStatus
  attempts: number
  next_try_at: string | null
  delivered_at: string | null
  created_at: string
  body: string
}

/** A delivery with its last attempt. */
export interface ListedDeliveryRow extends DeliveryRow {
  number: number | null
  at: string | null
  ms: number | null
  response_status: number | null
  response_body: string | null
  fault: string | null
}

const columns = sql.raw(
  'd.id, d.webhook_id, d.message_id, d.event_type, d.status, d.attempts, d.next_try_at, d.delivered_at, d.created_at, d.body',
)

const order = newestFirst('webhook deliveries', 'd')

export function selectDeliveries(
  db: Reader,
  org: OrganizationId,
  webhookId: string,
  filter: { statuses: readonly string[] | undefined; types: readonly string[] | undefined },
  window: ListWindow,
) {
  const conditions = [sql`d.organization_id = ${org} and d.webhook_id = ${webhookId}`]
  if (filter.statuses !== undefined) conditions.push(sql`d.status = any(${[...filter.statuses]}::text[])`)
  if (filter.types !== undefined) conditions.push(sql`d.event_type = any(${[...filter.types]}::text[])`)
  return selectListPage<ListedDeliveryRow>(db, window, {
    columns: sql`${columns}, a.number, a.at, a.ms, a.response_status, a.response_body, a.fault`,
    from: sql`webhook_deliveries d
      left join webhook_attempts a
        on a.organization_id = d.organization_id and a.delivery_id = d.id and a.number = d.attempts`,
    where: sql.join(conditions, sql` and `),
    order,
  })
}

export async function selectDelivery(
  db: Reader,
  org: OrganizationId,
  webhookId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from webhook_deliveries d
    where d.organization_id = ${org} and d.webhook_id = ${webhookId} and d.id = ${id}`.execute(db)
  return rows[0]
}

/** Attempts of a delivery, oldest first. */
export async function selectAttempts(db: Reader, org: OrganizationId, deliveryId: string): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select number, at, ms, response_status, response_body, fault from webhook_attempts
    where organization_id = ${org} and delivery_id = ${deliveryId} order by number`.execute(db)
  return rows
}

/** Locks a webhook against deletion until the transaction ends. @returns undefined if it doesn't exist */
export async function lockWebhookShared(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<{ enabled: boolean } | undefined> {
  const { rows } = await sql<{ enabled: boolean }>`
    select enabled from webhooks where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

const ANEW = sql`status = 'pending', tries = 0, delivered_at = null`

/** @returns whether the delivery exists */
export async function updateToSendAgain(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update webhook_deliveries set ${ANEW}, next_try_at = ${at}
    where organization_id = ${org} and webhook_id = ${webhookId} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** Queues the oldest failed deliveries since a time again. @returns their number */
export async function updateFailedToSendAgain(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  { since, types, limit, at }: { since: Date; types: readonly string[] | undefined; limit: number; at: Date },
): Promise<number> {
  const ofTypes = types === undefined ? sql`true` : sql`event_type = any(${[...types]}::text[])`
  const { rows } = await sql<{ n: number }>`
    with chosen as (
      select id from webhook_deliveries
      where organization_id = ${org} and webhook_id = ${webhookId} and status = 'failed' and created_at >= ${since}
        and ${ofTypes}
      order by created_at, id limit ${limit} for no key update
    ), again as (
      update webhook_deliveries d set ${ANEW}, next_try_at = ${at}
      from chosen where d.organization_id = ${org} and d.id = chosen.id
      returning d.id
    )
    select count(*) as n from again`.execute(tx)
  return rows[0]?.n ?? 0
}
