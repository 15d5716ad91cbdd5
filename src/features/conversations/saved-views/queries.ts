/** SQL queries for saved views. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { teamsAround } from '../../accounts/identity/index.ts'
import { type StoredLayout, storeLayout } from './model.ts'
import type { LayoutInput, ViewVisibility } from './schema.ts'

export interface ViewRow {
  id: string
  owner_id: string | null
  visibility: ViewVisibility
  team_id: string | null
  name: string
  filters: unknown
  layout: StoredLayout
  position: number
  created_at: string
  updated_at: string
}

/**
 * Visibility of a view. Views of teams are stored as private views with a team, because earlier programs fail at a list
 * with a visibility that they don't know. An earlier program that makes such a view public leaves its team.
 */
const VISIBILITY = `case when visibility <> 'organization' and team_id is not null then 'team' else visibility end`
const storeVisibility = (visibility: ViewVisibility) => (visibility === 'team' ? 'private' : visibility)

const COLUMNS = sql.raw(
  `id, owner_id, ${VISIBILITY} as visibility, case when visibility <> 'organization' then team_id end as team_id, ` +
    'name, filters, layout, position, created_at, updated_at',
)

/** An order of views. */
export type Order =
  | { readonly visibility: 'organization' }
  | { readonly visibility: 'team'; readonly teamId: string }
  | { readonly visibility: 'private'; readonly userId: string }

function isInOrder(order: Order): RawBuilder<unknown> {
  if (order.visibility === 'organization') return sql`visibility = 'organization'`
  if (order.visibility === 'team') return sql`visibility <> 'organization' and team_id = ${order.teamId}`
  return sql`visibility = 'private' and team_id is null and owner_id = ${order.userId}`
}

/** Whether the caller can read a view `v`. */
function isReadable(org: OrganizationId, { user, role }: Principal): RawBuilder<unknown> {
  const isOwn = sql`v.owner_id = ${user?.id ?? null}::uuid`
  const isOfTeams =
    role === 'ADMIN' ? sql`v.team_id is not null` : sql`v.team_id in ${teamsAround(org, user?.teamIds ?? [])}`
  return sql`(v.visibility = 'organization' or ${isOwn} or ${isOfTeams})`
}

const listOrder = defineOrder(
  'saved views',
  ascending(VISIBILITY, 'text'),
  ascending('v.position', 'integer'),
  ascending('v.id', 'uuid'),
)

/** One page: views of the organization, then private views of the caller, then views of teams. */
export const selectPage = (
  db: Reader,
  org: OrganizationId,
  principal: Principal,
  window: ListWindow,
): Promise<{ rows: ViewRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: COLUMNS,
    from: sql`saved_views v`,
    where: sql`v.organization_id = ${org} and ${isReadable(org, principal)}`,
    order: listOrder,
    updated: 'v.updated_at',
  })

/** The view; undefined if the caller can't read it. */
export async function selectView(
  db: Reader | Writer,
  org: OrganizationId,
  principal: Principal,
  id: string,
): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from saved_views v where v.organization_id = ${org} and v.id = ${id} and ${isReadable(org, principal)}`.execute(
    db,
  )
  return rows[0]
}

/** The view, whether or not the caller can read it: an admin can make a view private to its owner. */
export async function selectWrittenView(tx: Writer, org: OrganizationId, id: string): Promise<ViewRow | undefined> {
  const { rows } = await sql<ViewRow>`
    select ${COLUMNS} from saved_views where organization_id = ${org} and id = ${id}`.execute(tx)
  return rows[0]
}

/** Whether the caller can share views with a team. @param id ID of an active team */
export async function isShareableTeam(
  db: Reader | Writer,
  org: OrganizationId,
  { user, role }: Principal,
  id: string,
): Promise<boolean> {
  if (role === 'ADMIN') return true
  const { rows } = await sql`select from ${teamsAround(org, user?.teamIds ?? [])} t where t.id = ${id}`.execute(db)
  return rows.length > 0
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
  readonly teamId: string | null
  readonly name: string
  readonly filters: object
  readonly layout: LayoutInput
  readonly position: number
  readonly at: Date
}

export async function insertView(tx: Writer, org: OrganizationId, view: NewView): Promise<void> {
  await sql`
    insert into saved_views (organization_id, id, owner_id, visibility, team_id, name, filters, layout, position, created_at, updated_at)
    values (${org}, ${view.id}, ${view.ownerId}, ${storeVisibility(view.visibility)}, ${view.teamId}, ${view.name}, ${JSON.stringify(view.filters)}::jsonb,
      ${JSON.stringify(storeLayout(view.layout))}::jsonb, ${view.position}, ${view.at}, ${view.at})`.execute(tx)
}

export async function updateView(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: {
    name: string
    visibility: ViewVisibility
    teamId: string | null
    ownerId: string | null
    filters: unknown
    layout: LayoutInput
    position: number
    at: Date
  },
): Promise<void> {
  await sql`
    update saved_views
    set name = ${change.name}, visibility = ${storeVisibility(change.visibility)}, team_id = ${change.teamId}, owner_id = ${change.ownerId},
        filters = ${JSON.stringify(change.filters)}::jsonb, layout = ${JSON.stringify(storeLayout(change.layout))}::jsonb, position = ${change.position}, updated_at = ${change.at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function deleteView(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from saved_views where organization_id = ${org} and id = ${id}`.execute(tx)
}
