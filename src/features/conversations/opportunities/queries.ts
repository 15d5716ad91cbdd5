/** SQL queries that read opportunities. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../records/index.ts'

/** Conversations of opportunity `o` that the caller can read. */
const opportunityConversations = (org: OrganizationId, visibility: Visibility) => sql`
  conversations c where c.organization_id = ${org} and c.opportunity_id = o.id and ${visibleTo(visibility)}`

/** Condition on `opportunities o`: the caller sees its team, or one of its conversations. */
export const isOpportunitySeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`(o.team_id = any(${[...visibility.teamIds]}::uuid[])
           or exists (select from ${opportunityConversations(org, visibility)}))`

export interface OpportunityRow {
  id: string
  external_id: string
  title: string
  team_id: string | null
  created_at: string
  updated_at: string
}

const columns = sql`o.id, o.external_id, o.title, o.team_id, o.created_at, o.updated_at`

const order = newestFirst('opportunities', 'o')

/** One page of opportunities, newest first. */
export function selectOpportunities(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filter: { teamIds: readonly string[] | undefined; title: string },
  window: ListWindow,
): Promise<{ rows: OpportunityRow[]; meta: ListMeta }> {
  const conditions = [sql`o.organization_id = ${org}`, isOpportunitySeen(org, visibility)]
  if (filter.teamIds !== undefined) conditions.push(sql`o.team_id = any(${[...filter.teamIds]}::uuid[])`)
  const title = fold(filter.title)
  if (title !== '') conditions.push(sql`strpos(o.title_folded, ${title}) > 0`)
  return selectListPage(db, window, {
    columns,
    from: sql`opportunities o`,
    where: sql.join(conditions, sql` and `),
    order,
    updated: 'o.updated_at',
  })
}

type CountedRow = OpportunityRow & { conversations_count: number }

const selectCounted = (org: OrganizationId, visibility: Visibility) => sql`
  select ${columns}, (select count(*) from ${opportunityConversations(org, visibility)} and not c.archived) as conversations_count
  from opportunities o
  where o.organization_id = ${org} and ${isOpportunitySeen(org, visibility)}`

export async function selectOpportunity(db: Reader, org: OrganizationId, visibility: Visibility, id: string) {
  const { rows } = await sql<CountedRow>`${selectCounted(org, visibility)} and o.id = ${id}`.execute(db)
  return rows[0]
}

/**
 * Opportunities with this CRM ID or Parley ID that the caller can read, newest first, with their conversation counts.
 */
export async function selectNamed(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  named: { external: string; ours: string | undefined },
): Promise<CountedRow[]> {
  const { rows } = await sql<CountedRow>`
    ${selectCounted(org, visibility)} and (o.external_id = ${named.external} or o.id = ${named.ours ?? null}::uuid)
    order by o.created_at desc, o.id desc`.execute(db)
  return rows
}

/**
 * IDs of the opportunities with this CRM ID or Parley ID that the caller can read. Several teams can use the same CRM
 * ID.
 */
export async function selectOpportunitiesNamed(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  named: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from opportunities o
    where o.organization_id = ${org} and (o.external_id = ${named} or o.id::text = ${named})
      and ${isOpportunitySeen(org, visibility)}
    order by o.id limit 100`.execute(db)
  return rows.map(({ id }) => id)
}
