/**
 * Identity: organizations, users, roles and teams.
 *
 * An **organization** is the tenant: every record belongs to exactly one, and no data crosses it. It has **domains**. A
 * person with an email address in one of them is internal, and so is a conversation with internal people only. It can also
 * have **telephone numbers**, which decide about people without an email address.
 *
 * **Users** are people of an organization, identified by an email address that is unique in it, ignoring case. Each has
 * one **role**: `ADMIN` can read and change everything. `MANAGER` and `SALES_REP` can read their own records, and
 * records of their teams and child teams that aren't private. A **deactivated** user keeps its records but has no
 * access. A database trigger revokes its keys immediately, and they stay revoked after reactivation. The API keeps at
 * least one active admin; an identity provider can deactivate the last one.
 *
 * **Teams** form a tree. A user can be a member of several teams, one of which is the primary team. A member of a team
 * isn't a member of its child teams, but can read their records.
 *
 * Other features use the exports of this file, such as `teamsWithin` and `findUser`, and never the tables.
 */
import type { Reader, Writer } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Tool } from '../../../core/tool.ts'
import { parseTimeZone } from '../../../core/zone-times.ts'
import { deleteOrganizationUser } from './delete-organization-user.ts'
import { getOrganizationPhoneNumbers } from './get-organization-phone-numbers.ts'
import { getOrganizationUser } from './get-organization-user.ts'
import { listOrganizationRoles } from './list-organization-roles.ts'
import { listOrganizationUsers } from './list-organization-users.ts'
import {
  selectActiveUser,
  selectDomains,
  selectFirstAdmin,
  selectOwnAddresses,
  selectTeam,
  selectTeamsAbove,
  selectTeamsWithin,
  selectUsersNamed,
} from './queries.ts'
import { selectPhoneNumbers } from './queries-phone-numbers.ts'
import { reactivateOrganizationUser } from './reactivate-organization-user.ts'
import { replaceOrganizationPhoneNumbers } from './replace-organization-phone-numbers.ts'
import { replaceOrganizationUserTeams } from './replace-organization-user-teams.ts'
import { getMeTool } from './tools-me.ts'
import { updateOrganizationUser } from './update-organization-user.ts'

export {
  addTeam,
  addUser,
  changeDomain,
  changePhoneNumber,
  createFirstOrganization,
  createOrganization,
  createTeam,
  createUser,
} from './create-accounts.ts'
export { getOrganizationUser } from './get-organization-user.ts'
export { listOrganizationUsers } from './list-organization-users.ts'
export { listReps } from './list-reps.ts'
export { insertUser, teamsAround, visibleTeams } from './queries.ts'
export { isManaged, type ManagedUsers, toManagedUsers } from './queries-managed.ts'
export {
  deleteMembers,
  insertMember,
  isInTeams,
  lockMembers,
  lockOrganization,
  lockUser,
  reconcilePrimaryTeams,
  shareActiveUser,
  userExists,
} from './queries-people.ts'
export {
  changeMembers,
  lockOpenTeam,
  lockUsers,
  type ProvisionedChanges,
  renameTeam,
  updateProvisionedUser,
} from './queries-provisioning.ts'
export {
  appLanguage,
  domainName,
  emailAddress,
  givenTeams,
  PERSON_NAME_MAX,
  personName,
  phonePattern,
  roleFields,
  roleReference,
  teamReference,
} from './schema.ts'
export { toRoleRecord, toTeamRecord } from './serialize.ts'
export { userTools } from './tools-users.ts'
export { updateOrganizationUser } from './update-organization-user.ts'
export { replaceTeams, requireTeams, roleNamed } from './user-lifecycle.ts'
export {
  deleteOrganizationUser,
  getOrganizationPhoneNumbers,
  listOrganizationRoles,
  reactivateOrganizationUser,
  replaceOrganizationPhoneNumbers,
  replaceOrganizationUserTeams,
}

export const tools: readonly Tool[] = [getMeTool]

export const operations: readonly AnyOperation[] = [
  listOrganizationUsers,
  getOrganizationUser,
  updateOrganizationUser,
  deleteOrganizationUser,
  replaceOrganizationUserTeams,
  reactivateOrganizationUser,
  listOrganizationRoles,
  getOrganizationPhoneNumbers,
  replaceOrganizationPhoneNumbers,
]

export interface UserContact {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly primaryTeamId: string | null
  /** Language of emails to the user: the chosen one, else the one of the browser. Undefined if both are unknown. */
  readonly language: string | undefined
  /** Time zone of the user's browser, `UTC` if it is unknown. */
  readonly timeZone: string
}

/** Finds an active user by ID or email address. */
export async function findUser(
  db: Reader | Writer,
  org: OrganizationId,
  by: { id: string } | { email: string },
): Promise<UserContact | undefined> {
  const row = await selectActiveUser(db, org, by)
  return row === undefined ? undefined : toUserContact(row)
}

/** IDs of active users with a user name, at most two: the start of the email address, or first and last name. */
export const findUsersNamed = selectUsersNamed

/** Default owner if a caller with an organization-level key names no user: the active admin who was created first. */
export async function firstAdmin(db: Reader | Writer, org: OrganizationId): Promise<UserContact | undefined> {
  const row = await selectFirstAdmin(db, org)
  return row === undefined ? undefined : toUserContact(row)
}

function toUserContact(row: {
  id: string
  email: string
  first_name: string
  last_name: string
  primary_team_id: string | null
  time_zone: string | null
  language: string | null
}): UserContact {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    primaryTeamId: row.primary_team_id,
    language: row.language ?? undefined,
    timeZone: parseTimeZone(row.time_zone) ?? 'UTC',
  }
}

export async function teamExists(db: Reader | Writer, org: OrganizationId, id: string): Promise<boolean> {
  return (await selectTeam(db, org, id)) !== undefined
}

/** Returns the IDs of the given teams and all their descendants. Unknown IDs are ignored. */
export const teamsWithin = selectTeamsWithin

export const teamsAbove = selectTeamsAbove

/** Lower-case domains of the organization. */
export const domainsOf = selectDomains

/** Telephone numbers of the organization, and beginnings of numbers with a star, sorted. */
export const phoneNumbersOf = selectPhoneNumbers

/** Domains and telephone numbers of the organization, and addresses of its users outside of the domains, in lower case. */
export const ownAddressesOf = selectOwnAddresses
