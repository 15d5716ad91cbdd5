/** Users whose personal lists a caller can read: everybody for admins, and members of their teams for managers. */
import { type RawBuilder, sql } from 'kysely'
import type { OrganizationId, Principal } from '../../../core/principal.ts'

/** All users, or one user and the members of teams. Teams are those of a manager, with their child teams. */
export type ManagedUsers = 'everybody' | { readonly userId: string; readonly teamIds: readonly string[] }

/** The caller and the users that the caller manages. An organization-level caller manages everybody. */
export function toManagedUsers({ user, role }: Principal): ManagedUsers {
  if (role === 'ADMIN' || user === undefined) return 'everybody'
  return { userId: user.id, teamIds: role === 'MANAGER' ? user.teamIds : [] }
}

/** Condition that a column contains the ID of one of the users. */
export const isManaged = (org: OrganizationId, column: string, users: ManagedUsers): RawBuilder<unknown> =>
  users === 'everybody'
    ? sql`true`
    : sql`(${sql.ref(column)} = ${users.userId} or ${sql.ref(column)} in (
        select user_id from team_members
        where organization_id = ${org} and team_id = any(${[...users.teamIds]}::uuid[])))`
