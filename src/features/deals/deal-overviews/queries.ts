/** SQL of deals: visible opportunities with their CRM records and newest conversations. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type CrmFields, DEAL_CODES } from '../../conversations/crm-records/index.ts'
import { isOpportunitySeen } from '../../conversations/opportunities/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'

export interface DealRow {
  readonly id: string
  readonly externalId: string
  readonly title: string
  readonly teamId: string | null
  /** Fields of the CRM record. Empty if it isn't stored. */
  readonly fields: CrmFields
  /** Number of conversations that the caller can read, without archived ones. */
  readonly calls: number
  readonly last: {
    readonly id: string
    readonly title: string
    readonly startedAt: string
    readonly ownerId: string
  } | null
  /** IDs of the newest conversations, newest first. */
  readonly newest: readonly string[]
}

/** Number of conversations of a deal that signals come from. */
export const NEWEST = 3

interface StoredRow {
  id: string
  external_id: string
  title: string
  team_id: string | null
  fields: string | null
  calls: number
  last_id: string | null
  last_title: string
  last_at: string
  last_owner: string
  newest: string[]
}

/**
 * Returns deals that the caller sees, most recently active first.
 * @param ids returns only these deals
 */
export async function selectDealRows(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { limit, ids }: { readonly limit: number; readonly ids?: readonly string[] },
): Promise<DealRow[]> {
  const isWanted = ids === undefined ? sql`true` : sql`o.id = any(${[...ids]}::uuid[])`
  const { rows } = await sql<StoredRow>`
    select o.id, o.external_id, o.title, o.team_id, r.fields, coalesce(a.calls, 0)::int as calls,
           l.id as last_id, l.title as last_title, l.started_at as last_at,
           l.owner_id as last_owner, coalesce(a.newest, '{}') as newest
    from opportunities o
    left join lateral (
      select count(*) as calls, (array_agg(c.id order by c.started_at desc, c.id desc))[1:${sql.lit(NEWEST)}] as newest
      from conversations c
      where c.organization_id = ${org} and c.opportunity_id = o.id and not c.archived and ${visibleTo(visibility)}
    ) a on true
    left join conversations l on l.organization_id = ${org} and l.id = a.newest[1]
    left join lateral (
      select r.fields::text as fields from crm_records r
      where r.organization_id = ${org} and r.code = any(${[...DEAL_CODES]}::text[]) and r.id = o.external_id
      order by r.updated_at desc limit 1
    ) r on true
    where o.organization_id = ${org} and ${isOpportunitySeen(org, visibility)} and ${isWanted}
    order by coalesce(l.started_at, o.updated_at) desc, o.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    externalId: row.external_id,
    title: row.title,
    teamId: row.team_id,
    fields: row.fields === null ? {} : (JSON.parse(row.fields) as CrmFields),
    calls: row.calls,
    last:
      row.last_id === null
        ? null
        : { id: row.last_id, title: row.last_title, startedAt: row.last_at, ownerId: row.last_owner },
    newest: row.newest,
  }))
}

/**
 * Returns the deals of the newest conversations that a user owns and the caller sees, latest conversation first. The index
 * `conversations_by_owner` bounds the read, however many deals the organization has.
 */
export async function selectOwnDealIds(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { userId, calls, limit }: { readonly userId: string; readonly calls: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select opportunity_id as id from (
      select opportunity_id, started_at from conversations
      where organization_id = ${org} and owner_id = ${userId} and not archived and ${visibleTo(visibility)}
      order by started_at desc, id desc limit ${calls}
    ) newest
    where opportunity_id is not null
    group by opportunity_id order by max(started_at) desc, opportunity_id desc limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
