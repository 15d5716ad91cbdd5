/** SQL of the feed of changes. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../records/index.ts'
import type { FeedPlace } from './cursor.ts'
import type { ChangeType } from './schema.ts'

/**
 * Current epoch, and the oldest transaction that is still running: all changes of earlier transactions are committed and
 * visible, so no later commit can add a change before it. In a distributed database, each server counts its own
 * transactions, so the query names the organization: it then runs on the server that has the organization.
 */
const horizon = (org: OrganizationId) => sql`
  select (select last_value from change_epochs) as epoch, pg_snapshot_xmin(pg_current_snapshot()) as xid
  from organizations where id = ${org}`

export interface FeedState {
  readonly epoch: string
  readonly xid: string
  /** Whether changes after the cursor were deleted, or the transaction counter started again. */
  readonly expired: boolean
}

export async function selectFeedState(
  db: Reader,
  org: OrganizationId,
  since: FeedPlace | undefined,
): Promise<FeedState> {
  const { rows } = await sql<FeedState>`
    select h.epoch::text as epoch, h.xid::text as xid,
           ${
             since === undefined
               ? sql`false`
               : sql`
             h.epoch <> ${since.epoch}::bigint or h.xid < ${since.xid}::xid8 or exists (
               select from change_floors f
               where f.organization_id = ${org} and f.epoch = h.epoch and f.xid >= ${since.xid}::xid8)`
           } as expired
    from (${horizon(org)}) as h`.execute(db)
  const [state] = rows
  if (state === undefined) throw new Error('The feed of changes has no state.')
  return state
}

export interface ChangeRow extends Pick<FeedPlace, 'epoch' | 'xid' | 'kind'> {
  readonly entity_id: string
  readonly change: 'created' | 'changed' | 'archived' | 'restored' | 'erased'
  readonly at: string
  /** Whether the caller can see the resource now. */
  readonly visible: boolean
  /** Whether the caller could see the resource before a change that could have hidden it. */
  readonly was_visible: boolean
}

/** Changes after a place and before the horizon, in order. */
export async function selectChanges(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  { since, types, limit }: { since: FeedPlace; types: readonly ChangeType[] | undefined; limit: number },
): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    select c.epoch::text as epoch, c.xid::text as xid, c.kind, c.entity_id, c.change, c.at,
           ${isVisible(org, visibility)} as visible, ${wasVisible(visibility)} as was_visible
    from changes c, (${horizon(org)}) as h
    where c.organization_id = ${org} and c.epoch = h.epoch and c.epoch = ${since.epoch}::bigint and c.xid < h.xid
      and (c.xid, c.kind, c.entity_id) > (${since.xid}::xid8, ${since.kind}, ${since.id}::uuid)
      ${types === undefined ? sql`` : sql`and c.kind = any(${[...types]}::text[])`}
    order by c.epoch, c.xid, c.kind, c.entity_id
    limit ${limit}`.execute(db)
  return rows
}

/** Definitions, users and teams are visible to all users of the organization. */
function isVisible(org: OrganizationId, visibility: Visibility) {
  if (visibility === 'everything') return sql`true`
  const conversations = sql`select from conversations where organization_id = ${org} and ${visibleTo(visibility)}`
  return sql`case c.kind
    when 'conversation' then exists (${conversations} and id = c.entity_id)
    when 'opportunity' then
      exists (select from opportunities o where o.organization_id = ${org} and o.id = c.entity_id
              and o.team_id = any(${[...visibility.teamIds]}::uuid[]))
      or exists (${conversations} and opportunity_id = c.entity_id)
    else true end`
}

function wasVisible(visibility: Visibility) {
  if (visibility === 'everything') return sql`true`
  const { userId, teamIds } = visibility
  return sql`coalesce(c.was_private is not null and (
    c.was_owner_id = ${userId} or (not c.was_private and c.was_team_id = any(${[...teamIds]}::uuid[]))), false)`
}
