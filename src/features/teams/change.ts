/**
 * What may be done to a team, whoever asks for it: REST or provisioning. Each locks what it relies on, in the one order
 * there is: organization, teams, users, and only then the memberships between them.
 */
import type { Writer } from '../../core/db.ts'
import { conflict, notFound } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import {
  deleteMembers,
  insertMember,
  lockMembers,
  lockOrganization,
  lockUser,
  settlePrimaryTeams,
} from '../identity/index.ts'
import { lockTeam, selectChildren, shareOpenTeam, updateTeamRow } from './queries.ts'

/**
 * Archives a team: its members are members no more, its conversations stay. One that is archived already stays so.
 * @throws AppError `team_not_found`; `team_has_children`.
 */
export async function endTeam(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await lockOrganization(tx, org)
  const team = await lockTeam(tx, org, id)
  if (team === undefined) throw notFound('team')
  if (team.archived_at !== null) return
  if ((await selectChildren(tx, org, id)).length > 0) {
    throw conflict('team_has_children', 'There are teams below this one; move or archive them first.')
  }
  await lockMembers(tx, org, id)
  await updateTeamRow(tx, org, id, { archived_at: at })
  const left = await deleteMembers(tx, org, id, 'everyone')
  await settlePrimaryTeams(tx, org, left, at)
}

/** Makes an active user a member; one who is stays so. @throws AppError `team_not_found`; `user_not_found`. */
export async function addMember(tx: Writer, org: OrganizationId, teamId: string, userId: string, at: Date) {
  if (!(await shareOpenTeam(tx, org, teamId))) throw notFound('team')
  // Locked at once as it will be needed: two who both share it first could never both go on.
  if (!(await lockUser(tx, org, userId))?.active) throw notFound('user', '/path/userId')
  await insertMember(tx, org, teamId, userId)
  await settlePrimaryTeams(tx, org, [userId], at)
}

/** Users who are no members stay so. @throws AppError `team_not_found`; `user_not_found`. */
export async function removeMember(tx: Writer, org: OrganizationId, teamId: string, userId: string, at: Date) {
  if (!(await shareOpenTeam(tx, org, teamId))) throw notFound('team')
  if ((await lockUser(tx, org, userId)) === undefined) throw notFound('user', '/path/userId')
  const left = await deleteMembers(tx, org, teamId, [userId])
  await settlePrimaryTeams(tx, org, left, at)
}
