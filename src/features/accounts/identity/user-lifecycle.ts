/** Changes of users, shared by REST, provisioning and the command line. */
import type { Reader, Writer } from '../../../core/db.ts'
import { conflict, invalid, notFound } from '../../../core/errors.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import {
  hasOtherAdmin,
  lockOrganization,
  lockTeams,
  lockUser,
  replaceMemberships,
  selectRoles,
  type UserState,
  updateActive,
  updateUser,
  userExists,
} from './queries-people.ts'

/**
 * Deactivates a user. Keys are revoked immediately and permanently. Records of the user stay.
 * @throws AppError `user_not_found`; `last_admin`
 */
export async function deactivateUser(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await lockOrganization(tx, org)
  const standing = await requireUser(tx, org, id)
  await requireRemainingAdmin(tx, org, standing)
  await updateActive(tx, org, id, false, at)
}

/** Reactivates a user with the previous role and teams. @throws AppError `user_not_found` */
export async function reactivateUser(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await requireUser(tx, org, id)
  await updateActive(tx, org, id, true, at)
}

/** @throws AppError `user_not_found`; `last_admin`. */
export async function changeRole(
  tx: Writer,
  org: OrganizationId,
  id: string,
  role: { id: string; type: Role },
  at: Date,
): Promise<void> {
  await lockOrganization(tx, org)
  const standing = await requireUser(tx, org, id)
  if (role.type !== 'ADMIN') await requireRemainingAdmin(tx, org, standing)
  await updateUser(tx, org, id, { role_id: role.id }, {}, at)
}

/**
 * Replaces all team memberships of a user. The primary team stays if it is in the list; otherwise it is the first team.
 * @throws AppError `user_not_found`; `validation_failed` for an unknown or archived team
 */
export async function replaceTeams(
  tx: Writer,
  org: OrganizationId,
  id: string,
  teamIds: readonly string[],
  at: Date,
): Promise<void> {
  if (!(await userExists(tx, org, id))) throw notFound('user')
  await requireTeams(tx, org, teamIds, '/teamUUIDs')
  const { primaryTeamId } = await requireUser(tx, org, id)
  await replaceMemberships(tx, org, id, teamIds)
  const stays = primaryTeamId !== null && teamIds.includes(primaryTeamId)
  await updateUser(tx, org, id, { primary_team_id: stays ? primaryTeamId : (teamIds[0] ?? null) }, {}, at)
}

/** Finds a role by type, ID or both. @throws AppError `validation_failed` */
export async function roleNamed(
  db: Reader,
  org: OrganizationId,
  named: { role?: Role | undefined; roleUUID?: string | undefined },
): Promise<{ id: string; type: Role }> {
  const { role, roleUUID } = named
  if (role === undefined && roleUUID === undefined)
    throw invalid({ pointer: '/role', detail: '`role` or `roleUUID` is required.' })
  const found = (await selectRoles(db, org)).find(
    ({ id, type }) => (roleUUID === undefined || id === roleUUID) && (role === undefined || type === role),
  )
  if (found === undefined) {
    const detail =
      role === undefined
        ? 'No role has this ID. Use an ID from `GET /organizations/roles`.'
        : 'No role of the type in `role` has this ID. Send only one of `role` and `roleUUID`.'
    throw invalid({ pointer: '/roleUUID', detail })
  }
  return found
}

/** Validates that the teams exist, and locks them so that none is archived before the transaction ends. */
export async function requireTeams(
  tx: Writer,
  org: OrganizationId,
  ids: readonly string[],
  pointer: string,
): Promise<void> {
  if (ids.length === 0) return
  const found = await lockTeams(tx, org, ids)
  if (!ids.every((id) => found.has(id))) {
    throw invalid({ pointer, detail: 'No active team has this ID. Use an ID from `GET /organizations/teams`.' })
  }
}

export async function requireUser(tx: Writer, org: OrganizationId, id: string): Promise<UserState> {
  const standing = await lockUser(tx, org, id)
  if (standing === undefined) throw notFound('user')
  return standing
}

async function requireRemainingAdmin(tx: Writer, org: OrganizationId, leaving: UserState): Promise<void> {
  if (!leaving.active || leaving.role !== 'ADMIN' || (await hasOtherAdmin(tx, org, leaving.id))) return
  throw conflict(
    'last_admin',
    "The last active admin can't be deactivated or lose the role. Make another user an admin first.",
  )
}
