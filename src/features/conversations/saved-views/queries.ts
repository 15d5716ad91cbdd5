/** SQL queries for saved views. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { LayoutInput, ViewVisibility } from './schema.ts'

export interface ViewRow {
  id: string
  owner_id: string | null
  visibility: ViewVisibility
  name: string
  filters: unknown
  layout: LayoutInput
  position: number
  created_at: string
  updated_at: string
}

const COLUMNS = sql.raw('id, owner_id, visibility, name, filters, layout, position, created_at, updated_at')

/** An order of views. */
export type Order =
  | { readonly visibility: 'organization' }
  | { readonly visibility: 'private'; readonly userId: string }

const isInOrder = (order: Order) =>
  order.visibility === 'organization'
    ? sql`visibility = 'organization'`
    : sql`visibility = 'private' and owner_id = ${order.userId}`

const listOrder = defineOrder(
  'saved views',
  ascending('v.visibility', 'text'),
  ascending('v.position', 'integer'),
  ascending('v.id', 'uuid'),
)

/** One page: views of the organization, then private views of the user. */
export const selectPage = (
  db: Reader,
  org: OrganizationId,
  userId: string | undefined,
  window: ListWindow,
): Promise<{ rows: ViewRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: COLUMNS,
    from: sql`saved_views v`,
    where: sql`
      v.organization_id = ${org} and (v.visibility = 'organization' or v.owner_id = ${userId ?? null}::uuid)`,
    order: listOrder,
    updated: 'v.updated_at',
  })

export async function selectView(db: Reader | Writer, org: OrganizationId, id: string): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from saved_views where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

/** Locks all orders of the organization until the transaction ends. */
export async function lockOrders(tx: Writer, org: OrganizationId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views of ${org}`}, 0))`.execute(tx)
}

/** IDs of an order. */
export async function selectOrder(tx: Writer, org: OrganizationId, order: Order): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from saved_views where organization_id = ${org} and ${isInOrder(order)} order by position, id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function updateOrder(tx: Writer, org: OrganizationId, ids: readonly string[], at: Date): Promise<void> {
  await sql`
    update saved_views v set position = w.n - 1, updated_at = ${at}
    from unnest(${[...ids]}::uuid[]) with ordinality as w (id, n)
    where v.organization_id = ${org} and v.id = w.id and v.position <> w.n - 1`.execute(tx)
}

export interface NewView {
  readonly id: string
  readonly ownerId: string | null
  readonly visibility: ViewVisibility
  readonly name: string
  readonly filters: object
  readonly layout: LayoutInput
  readonly position: number
  readonly at: Date
}

export async function insertView(tx: Writer, org: OrganizationId, view: NewView): Promise<void> {
  await sql`
    insert into saved_views (organization_id, id, owner_id, visibility, name, filters, layout, position, created_at, updated_at)
    values (${org}, ${view.id}, ${view.ownerId}, ${view.visibility}, ${view.name}, ${JSON.stringify(view.filters)}::jsonb,
      ${JSON.stringify(view.layout)}::jsonb, ${view.position}, ${view.at}, ${view.at})`.execute(tx)
}

export async function updateView(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: {
    name: string
    visibility: ViewVisibility
    ownerId: string | null
    filters: unknown
    layout: LayoutInput
    position: number
    at: Date
  },
): Promise<void> {
  await sql`
    update saved_views
    set name = ${change.name}, visibility = ${change.visibility}, owner_id = ${change.ownerId},
        filters = ${JSON.stringify(change.filters)}::jsonb, layout = ${JSON.stringify(change.layout)}::jsonb, position = ${change.position}, updated_at = ${change.at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function deleteView(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from saved_views where organization_id = ${org} and id = ${id}`.execute(tx)
}
