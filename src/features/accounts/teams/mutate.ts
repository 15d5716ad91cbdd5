/**
 * Changes of teams, for REST and for provisioning (SCIM). Lock order: organization, teams, users, memberships.
 */
import type { Writer } from '../../../core/db.ts'
import { conflict, notFound } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import {
  deleteMembers,
  insertMember,
  lockMembers,
  lockOrganization,
  lockUser,
  reconcilePrimaryTeams,
} from '../identity/index.ts'
import { lockTeam, selectChildren, shareOpenTeam, updateTeamRow } from './queries.ts'

/**
 * Archives a team and removes its members. Its conversations stay. Does nothing if the team is archived.
 * @throws AppError `team_not_found`; `team_has_children`.
 */
export async function endTeam(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await lockOrganization(tx, org)
  const team = await lockTeam(tx, org, id)
  if (team === undefined) throw notFound('team')
  if (team.archived_at !== null) return
  if ((await selectChildren(tx, org, id)).length > 0) {
    throw conflict('team_has_children', 'The team has child teams. Move or archive them first.')
  }
  await lockMembers(tx, org, id)
  await updateTeamRow(tx, org, id, { archived_at: at }, at)
  const left = await deleteMembers(tx, org, id, 'everyone')
  await reconcilePrimaryTeams(tx, org, left, at)
}

/** Adds an active user to a team. Idempotent. @throws AppError `team_not_found`; `user_not_found`. */
export async function addMember(tx: Writer, org: OrganizationId, teamId: string, userId: string, at: Date) {
  if (!(await shareOpenTeam(tx, org, teamId))) throw notFound('team')
  // An exclusive lock from the start: two transactions with a shared lock would deadlock when they upgrade it.
  if (!(await lockUser(tx, org, userId))?.active) throw notFound('user', '/path/userId')
  if (!(await insertMember(tx, org, teamId, userId))) return
  await reconcilePrimaryTeams(tx, org, [userId], at)
}

/** Removes a user from a team. Idempotent. @throws AppError `team_not_found`; `user_not_found`. */
export async function removeMember(tx: Writer, org: OrganizationId, teamId: string, userId: string, at: Date) {
  if (!(await shareOpenTeam(tx, org, teamId))) throw notFound('team')
  if ((await lockUser(tx, org, userId)) === undefined) throw notFound('user', '/path/userId')
  const left = await deleteMembers(tx, org, teamId, [userId])
  await reconcilePrimaryTeams(tx, org, left, at)
}
