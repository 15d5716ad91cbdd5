/** SQL that searches need: the permitted conversations, and the fields of search hits. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../../core/principal.ts'
import { visibleTo } from '../queries-visibility.ts'
import type { ConversationFilters } from './filters.ts'
import { toConditions } from './queries-conditions.ts'

/**
 * Returns a condition on `conversations c` for other queries: the conversations that are visible and match the filters.
 * @param ids limits the condition to these conversations
 * @param omittedIds conversations that don't match
 */
export function permittedConversations(
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
  ids?: readonly string[],
  omittedIds: readonly string[] = [],
): RawBuilder<unknown> {
  const these = ids === undefined ? [] : [sql`c.id = any(${[...ids]}::uuid[])`]
  const others = omittedIds.length === 0 ? [] : [sql`c.id <> all(${[...omittedIds]}::uuid[])`]
  return sql`(${sql.join([...these, ...others, ...toConditions(org, visibility, filters)], sql` and `)})`
}

/** Whether any conversation matches `permittedConversations`. */
export async function isAnyPermitted(
  db: Reader,
  org: OrganizationId,
  permitted: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from conversations c where c.organization_id = ${org} and ${permitted} limit 1`.execute(db)
  return rows.length > 0
}

export interface FoundConversation {
  readonly id: string
  readonly title: string
  readonly startedAt: string
  /** Seconds. Null if unknown. */
  readonly duration: number | null
  readonly teamUUID: string | null
  readonly owner: {
    readonly uuid: string
    readonly email: string
    readonly firstName: string
    readonly lastName: string
  }
}

interface FoundRow {
  id: string
  title: string
  started_at: string
  media_duration: number | null
  team_id: string | null
  owner_id: string
  email: string
  first_name: string
  last_name: string
}

/** Returns conversations by ID, without those that are hidden or deleted. */
export async function selectFoundConversations(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FoundConversation>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<FoundRow>`
    select c.id, c.title, c.started_at, c.media_duration, c.team_id, c.owner_id, u.email, u.first_name, u.last_name
    from (select * from conversations where organization_id = ${org} and ${visibleTo(visibility)}) c
    join users u on u.organization_id = ${org} and u.id = c.owner_id
    where c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, toFoundConversation(row)]))
}

const toFoundConversation = (row: FoundRow): FoundConversation => ({
  id: row.id,
  title: row.title,
  startedAt: row.started_at,
  duration: row.media_duration,
  teamUUID: row.team_id,
  owner: { uuid: row.owner_id, email: row.email, firstName: row.first_name, lastName: row.last_name },
})
