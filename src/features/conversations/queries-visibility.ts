/** Who sees which conversation, as a condition: the only place that says it in SQL. */
import { type RawBuilder, sql } from 'kysely'
import type { Visibility } from '../../core/principal.ts'

/**
 * The rule of decisions, section 1, over `owner_id`, `team_id` and `private`, which conversations and their counts have
 * alike. Part of every query that people see the answer of.
 */
export function visibleTo(visibility: Visibility): RawBuilder<unknown> {
  if (visibility === 'everything') return sql`true`
  const { userId, teamIds } = visibility
  return sql`(owner_id = ${userId} or (not private and team_id = any(${[...teamIds]}::uuid[])))`
}
