/**
 * Teams: the hierarchy of an organization.
 *
 * A **team** is at the top level or has a parent team; the tree has no cycles. A **member** can access conversations of
 * the team and of all teams below it. New conversations of a user belong to the user's **primary** team. If a user
 * loses the primary team, the oldest other team becomes primary.
 *
 * An **archived** team has no members and no child teams, gets no new conversations and is left out of lists. Its
 * conversations stay with it, visible to their owners and to members of teams above. It can be restored, without
 * members.
 *
 * The identity feature owns the tables, because it reads them for users; this feature changes teams. Changes of the
 * tree lock the row of the organization, so that concurrent moves can't create a cycle.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { archiveTeam } from './archive-team.ts'
import { createTeam } from './create-team.ts'
import { deleteTeamMember } from './delete-team-member.ts'
import { getTeam } from './get-team.ts'
import { listTeamMembers } from './list-team-members.ts'
import { listTeams } from './list-teams.ts'
import { putTeamMember } from './put-team-member.ts'
import { updateTeam } from './update-team.ts'

export { endTeam } from './mutate.ts'
export { tools } from './tools.ts'

export { archiveTeam, createTeam, deleteTeamMember, getTeam, listTeamMembers, listTeams, putTeamMember, updateTeam }

export const operations: readonly AnyOperation[] = [
  listTeams,
  createTeam,
  getTeam,
  updateTeam,
  archiveTeam,
  listTeamMembers,
  putTeamMember,
  deleteTeamMember,
]
