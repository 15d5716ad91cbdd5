/** SQL condition that selects the conversations a user can see. No other code defines it. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Role, Visibility } from '../../../core/principal.ts'

/**
 * Visibility rule of decisions, section 1, on `owner_id`, `team_id` and `private`. Conversations and their counts share
 * these columns. Every query whose result people see contains the condition.
 */
export function visibleTo(visibility: Visibility): RawBuilder<unknown> {
  if (visibility === 'everything') return sql`true`
  const { userId, teamIds } = visibility
  return sql`(owner_id = ${userId} or (not private and team_id = any(${[...teamIds]}::uuid[])))`
}

/**
 * Whether a caller sees something derived: every conversation behind it exists and is visible, and at least one is recorded.
 * Use it in every query that returns derived data, so that hidden rows don't count in totals either.
 * @param behind subquery of one column, the IDs of the conversations behind the row
 */
export function canSeeAllBehind(
  org: OrganizationId,
  visibility: Visibility,
  behind: RawBuilder<unknown>,
): RawBuilder<unknown> {
  if (visibility === 'everything') return sql`true`
  return sql`(exists (${behind}) and not exists (
    select from (${behind}) as behind (conversation_id)
    where not exists (
      select from conversations
      where organization_id = ${org} and id = behind.conversation_id and ${visibleTo(visibility)})))`
}

/**
 * Visibility of a user whose links others open. `undefined` when the user doesn't exist or is deactivated: their links open
 * nothing.
 */
export async function selectVisibilityOfActive(
  db: Reader | Writer,
  org: OrganizationId,
  userId: string,
): Promise<Visibility | undefined> {
  const { rows } = await sql`
    select id from users where organization_id = ${org} and id = ${userId} and active`.execute(db)
  return rows.length === 0 ? undefined : selectUserVisibility(db, org, userId)
}

/**
 * Returns the visibility of a user who isn't the caller, active or not. For callers see `toVisibility`.
 * @returns undefined if the organization has no such user
 */
export async function selectUserVisibility(
  db: Reader | Writer,
  org: OrganizationId,
  userId: string,
): Promise<Visibility | undefined> {
  const { rows } = await sql<{ role: Role; team_ids: string[] }>`
    select r.type as role, array(
             with recursive seen as (
               select team_id as id from team_members where organization_id = ${org} and user_id = ${userId}
               union
               select t.id from teams t join seen on t.parent_id = seen.id where t.organization_id = ${org}
             )
             select id from seen) as team_ids
    from users u
    join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where u.organization_id = ${org} and u.id = ${userId}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return row.role === 'ADMIN' ? 'everything' : { userId, teamIds: row.team_ids }
}

export interface UserAccess {
  readonly id: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly can_see: boolean
}

/**
 * Subquery of all active users, with whether each can see a conversation: the rule of `visibleTo` and `selectUserVisibility`,
 * from the other side. Its rows are `UserAccess`.
 */
export function usersByAccess(org: OrganizationId, conversationId: string | RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select u.id, u.email, u.first_name, u.last_name,
           (r.type = 'ADMIN' or u.id = c.owner_id or (not c.private and exists (
             select from team_members m
             where m.organization_id = ${org} and m.user_id = u.id and m.team_id = any(above.ids)))) as can_see
    from conversations c
    cross join lateral (
      with recursive above as (
        select c.team_id as id
        union
        select t.parent_id from teams t join above on t.id = above.id
        where t.organization_id = ${org} and t.parent_id is not null
      )
      select array_agg(id) as ids from above) above
    join users u on u.organization_id = ${org} and u.active
    join roles r on r.organization_id = ${org} and r.id = u.role_id
    where c.organization_id = ${org} and c.id = ${conversationId}`
}
