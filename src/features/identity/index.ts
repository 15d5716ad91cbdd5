/**
 * Identity: who there is.
 *
 * An **organization** is the tenant: everything belongs to exactly one, and nothing is seen across two. It has
 * **domains**; a person whose address lies in one of them is an inside person, and a conversation of inside people only
 * is internal.
 *
 * **Users** are people of an organization, known by an e-mail address that is unique in it without regard to case. Each
 * has one **role**: `ADMIN` sees and does everything, `MANAGER` and `SALES_REP` see what is theirs and what is not
 * private in their teams and the teams below. A **deactivated** user keeps its history and can do nothing: its keys end at
 * once and stay ended when it is let in again (the database sees to that, by whichever road it happens). People cannot
 * leave the organization without an active admin; an identity provider, which answers for itself, may.
 *
 * **Teams** form a tree; a user may be a member of several, the first one being the primary. Memberships are plain
 * pairs: being in a team does not make one a member of those below, it only lets one see them.
 *
 * Other features ask this face for answers (`teamsWithin`, `findUser`) and never for its tables.
 */
import type { Reader, Writer } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Tool } from '../../core/tool.ts'
import { deleteOrganizationUser } from './delete-organization-user.ts'
import { getOrganizationUser } from './get-organization-user.ts'
import { listOrganizationRoles } from './list-organization-roles.ts'
import { listOrganizationUsers } from './list-organization-users.ts'
import { selectActiveUser, selectDomains, selectFirstAdmin, selectTeam, selectTeamsWithin } from './queries.ts'
import { reactivateOrganizationUser } from './reactivate-organization-user.ts'
import { replaceOrganizationUserTeams } from './replace-organization-user-teams.ts'
import { getMeTool } from './tools-me.ts'
import { updateOrganizationUser } from './update-organization-user.ts'

export {
  addTeam,
  addUser,
  changeDomain,
  createFirstOrganization,
  createOrganization,
  createTeam,
  createUser,
} from './found.ts'
export { getOrganizationUser } from './get-organization-user.ts'
export { listOrganizationUsers } from './list-organization-users.ts'
export { listReps } from './list-reps.ts'
export { replaceTeams, requireTeams, roleNamed } from './people.ts'
export { insertUser, teamsSeenBy } from './queries.ts'
export {
  deleteMembers,
  insertMember,
  lockMembers,
  lockOrganization,
  lockUser,
  settlePrimaryTeams,
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
  domainName,
  emailAddress,
  givenTeams,
  PERSON_NAME_MAX,
  personName,
  roleFields,
  roleReference,
  teamReference,
} from './schema.ts'
export { roleTold, teamTold } from './told.ts'
export { userTools } from './tools-users.ts'
export { updateOrganizationUser } from './update-organization-user.ts'
export { deleteOrganizationUser, listOrganizationRoles, reactivateOrganizationUser, replaceOrganizationUserTeams }

export const tools: readonly Tool[] = [getMeTool]

export const operations: readonly AnyOperation[] = [
  listOrganizationUsers,
  getOrganizationUser,
  updateOrganizationUser,
  deleteOrganizationUser,
  replaceOrganizationUserTeams,
  reactivateOrganizationUser,
  listOrganizationRoles,
]

export interface Person {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly primaryTeamId: string | null
}

/** An active user by id or address, or undefined. */
export async function findUser(
  db: Reader | Writer,
  org: OrganizationId,
  by: { id: string } | { email: string },
): Promise<Person | undefined> {
  const row = await selectActiveUser(db, org, by)
  return row === undefined ? undefined : personOf(row)
}

/** The user who stands in where an org-level caller names nobody: the admin who joined first. */
export async function firstAdmin(db: Reader | Writer, org: OrganizationId): Promise<Person | undefined> {
  const row = await selectFirstAdmin(db, org)
  return row === undefined ? undefined : personOf(row)
}

function personOf(row: {
  id: string
  email: string
  first_name: string
  last_name: string
  primary_team_id: string | null
}): Person {
  return {
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    primaryTeamId: row.primary_team_id,
  }
}

export async function teamExists(db: Reader | Writer, org: OrganizationId, id: string): Promise<boolean> {
  return (await selectTeam(db, org, id)) !== undefined
}

/** The given teams of the organization and all below them; unknown ids fall out. */
export const teamsWithin = selectTeamsWithin

/** Lower-case domains of the organization. */
export const domainsOf = selectDomains
