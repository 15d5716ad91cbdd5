/** All SQL of deliveries from sources. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DeliveryState } from './schema.ts'

export interface DeliveryRow {
  id: string
  source_id: string
  delivery_key: string | null
  received_at: string
  repeats: number
  headers: string
  body_bytes: number
  has_body: boolean
  state: DeliveryState
  reason: string | null
  recording_ids: string[]
}

const columns = sql.raw(
  'id, source_id, delivery_key, received_at, repeats, headers, body_bytes, (body is not null) as has_body, state, ' +
    'reason, recording_ids',
)

export interface NewDelivery {
  readonly id: string
  readonly sourceId: string
  readonly key: string | null
  readonly headers: string
  readonly body: string | null
  readonly bodyBytes: number
  readonly state: DeliveryState
  readonly reason: string | null
  readonly at: Date
}

/** @returns false if a delivery with the same key is stored already. Its repetition is counted then. */
export async function insertDelivery(tx: Writer, org: OrganizationId, delivery: NewDelivery): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into source_deliveries as d (
      organization_id, id, source_id, delivery_key, received_at, headers, body, body_bytes, state, reason)
    values (
      ${org}, ${delivery.id}, ${delivery.sourceId}, ${delivery.key}, ${delivery.at}, ${delivery.headers},
      ${delivery.body}, ${delivery.bodyBytes}, ${delivery.state}, ${delivery.reason})
    on conflict (organization_id, source_id, delivery_key) where delivery_key is not null
    do update set repeats = d.repeats + 1
    returning id = ${delivery.id} as is_new`.execute(tx)
  return rows[0]?.is_new === true
}

const order = defineOrder('source deliveries', descending('received_at', 'time'), descending('id', 'uuid'))

export const selectDeliveries = (
  db: Reader,
  org: OrganizationId,
  sourceId: string,
  statuses: readonly string[] | undefined,
  window: ListWindow,
) =>
  selectListPage<DeliveryRow>(db, window, {
    columns,
    from: sql`source_deliveries`,
    where: sql`organization_id = ${org} and source_id = ${sourceId}
      and ${statuses === undefined ? sql`true` : sql`state = any(${[...statuses]}::text[])`}`,
    order,
  })

export async function selectDelivery(
  db: Reader | Writer,
  org: OrganizationId,
  sourceId: string,
  id: string,
): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from source_deliveries
    where organization_id = ${org} and source_id = ${sourceId} and id = ${id}`.execute(db)
  return rows[0]
}

/** Sealed body of a delivery; null if it is no longer stored. */
export async function selectBody(db: Reader | Writer, org: OrganizationId, id: string): Promise<string | null> {
  const { rows } = await sql<{ body: string | null }>`
    select body from source_deliveries where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]?.body ?? null
}

/** A delivery that waits to be read, locked until the transaction ends. */
export async function lockReceived(tx: Writer, org: OrganizationId, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from source_deliveries
    where organization_id = ${org} and id = ${id} and state = 'received' for update`.execute(tx)
  return rows[0]
}

/** A delivery that waits to be read. */
export async function selectReceived(db: Reader, org: OrganizationId, id: string): Promise<DeliveryRow | undefined> {
  const { rows } = await sql<DeliveryRow>`
    select ${columns} from source_deliveries
    where organization_id = ${org} and id = ${id} and state = 'received'`.execute(db)
  return rows[0]
}

export async function updateDelivery(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    state: DeliveryState
    reason: string | null
    recording_ids: string[]
    has_words: boolean
    read_at: Date | null
  }>,
): Promise<void> {
  await tx
    .updateTable('source_deliveries')
    .set(change)
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

/** Deletes the oldest refused deliveries above a number, so that forged requests can't fill the database. */
export async function deleteRefusedAbove(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  maximum: number,
): Promise<void> {
  await sql`
    delete from source_deliveries where organization_id = ${org} and id in (
      select id from source_deliveries
      where organization_id = ${org} and source_id = ${sourceId} and state in ('refused', 'handshake')
      order by received_at desc, id desc offset ${maximum})`.execute(tx)
}

/** @returns whether deliveries are left */
export async function deleteOldDeliveries(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  before: Date,
): Promise<boolean> {
  await sql`
    delete from source_deliveries
    where organization_id = ${org} and source_id = ${sourceId} and received_at < ${before}`.execute(tx)
  const { rows } = await sql`
    select from source_deliveries where organization_id = ${org} and source_id = ${sourceId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Stores when old deliveries are deleted next. @returns false if that was planned already */
export async function planCleanup(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  { at, lostBefore }: { readonly at: Date | null; readonly lostBefore: Date | undefined },
): Promise<boolean> {
  const isFree = lostBefore === undefined ? sql`true` : sql`(cleanup_at is null or cleanup_at < ${lostBefore})`
  const { rows } = await sql`
    update sources set cleanup_at = ${at} where organization_id = ${org} and id = ${sourceId} and ${isFree}
    returning id`.execute(tx)
  return rows.length > 0
}
