/** SQL that finds the conversations behind derived data. */
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationId } from '../../../core/principal.ts'
import { type Derived, REACH, type Through } from './reach.ts'

/**
 * Query of one column: the IDs of the conversations behind the things that these IDs name, of whatever kind they are. IDs
 * that name nothing derived add nothing.
 */
export function sourceConversations(org: OrganizationId, ids: readonly string[]): RawBuilder<unknown> {
  const named = Object.entries(REACH).flatMap(([table, reach]) =>
    'derived' in reach && reach.named ? [conversationsFrom(org, table, reach.derived, ids)] : [],
  )
  return sql.join(named, sql` union `)
}

function conversationsFrom(
  org: OrganizationId,
  table: string,
  derived: Derived['derived'],
  ids: readonly string[],
): RawBuilder<unknown> {
  const rows = sql`${sql.table(table)} t where t.organization_id = ${org} and t.id = any(${[...ids]}::uuid[])`
  if (typeof derived === 'string') {
    return sql`select ${sql.ref(`t.${derived}`)} as conversation_id from ${rows} and ${sql.ref(`t.${derived}`)} is not null`
  }
  return throughTable(org, derived, sql`select ${sql.ref(`t.${derived.own ?? 'id'}`)} from ${rows}`)
}

const throughTable = (
  org: OrganizationId,
  { table, column }: Through,
  keys: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select b.conversation_id from ${sql.table(table)} b
    where b.organization_id = ${org} and ${sql.ref(`b.${column}`)} in (${keys})`
