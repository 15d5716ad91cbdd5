/** Conversations that a policy applies to today. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { isOnHold } from '../../conversations/legal-holds/index.ts'
import { NO_FILTERS, permittedConversations } from '../../conversations/records/index.ts'
import { dueBefore } from './model.ts'
import type { PolicyRow } from './queries.ts'

type RetentionSelection = Pick<PolicyRow, 'after_days' | 'action' | 'labels' | 'team_ids' | 'private'>

/** Condition on `conversations c`. Archived conversations can't be archived again, but they can be erased. */
function matchesPolicy(org: OrganizationId, policy: RetentionSelection, now: Date): RawBuilder<unknown> {
  const filters = {
    ...NO_FILTERS,
    to: dueBefore(policy.after_days, now),
    labels: Object.keys(policy.labels).length === 0 ? undefined : policy.labels,
    teamIds: policy.team_ids ?? undefined,
    includeArchived: policy.action === 'erase',
  }
  const permitted = permittedConversations(org, 'everything', filters)
  return policy.private === null ? permitted : sql`(${permitted} and c.private = ${policy.private})`
}

/** IDs of due conversations without a legal hold, in order. */
export async function selectDue(
  db: Reader,
  org: OrganizationId,
  policy: RetentionSelection,
  now: Date,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and ${matchesPolicy(org, policy, now)} and not ${isOnHold(org)} and ${behind}
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DueCounts {
  readonly due: number
  readonly held: number
  readonly oldest: string | null
}

export async function countDue(
  db: Reader,
  org: OrganizationId,
  policy: RetentionSelection,
  now: Date,
): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    select count(*) filter (where not held)::int as due, count(*) filter (where held)::int as held,
           min(started_at) filter (where not held) as oldest
    from (
      select c.started_at, ${isOnHold(org)} as held from conversations c
      where c.organization_id = ${org} and ${matchesPolicy(org, policy, now)}) as meant`.execute(db)
  return rows[0] ?? { due: 0, held: 0, oldest: null }
}

/** Oldest due conversations, oldest first. */
export async function selectOldestDue(
  db: Reader,
  org: OrganizationId,
  policy: RetentionSelection,
  now: Date,
  limit: number,
): Promise<{ id: string; title: string; started_at: string }[]> {
  const { rows } = await sql<{ id: string; title: string; started_at: string }>`
    select c.id, c.title, c.started_at from conversations c
    where c.organization_id = ${org} and ${matchesPolicy(org, policy, now)} and not ${isOnHold(org)}
    order by c.started_at, c.id limit ${limit}`.execute(db)
  return rows
}

/** @returns the conversations that weren't archived before */
export async function archiveAll(tx: Writer, org: OrganizationId, ids: readonly string[], at: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with these as (
      select id from conversations
      where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and not archived
      order by id for update skip locked)
    update conversations c set archived = true, updated_at = ${at}
    from these where c.organization_id = ${org} and c.id = these.id returning c.id`.execute(tx)
  return rows.map(({ id }) => id)
}
