/**
 * Teams: how the people of an organization lie below one another.
 *
 * A **team** lies at the top or below another one; the tree has no cycle. Whoever is a **member** sees the team and all
 * below it. The team a member's new conversations land in is the **primary** one; whoever loses it gets the oldest of
 * the others.
 *
 * An **archived** team is over: it has no members, no teams below it and takes nothing new, and lists leave it out.
 * Its conversations stay its own and are seen by their owners and from above. It can be brought back, without members.
 *
 * The tables are identity's, which reads them for users; what changes a team stands here. Changes of the tree wait for
 * each other on the organization's row, so that two moves at the same moment cannot close a circle.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { archiveTeam } from './archive-team.ts'
import { createTeam } from './create-team.ts'
import { deleteTeamMember } from './delete-team-member.ts'
import { getTeam } from './get-team.ts'
import { listTeamMembers } from './list-team-members.ts'
import { listTeams } from './list-teams.ts'
import { putTeamMember } from './put-team-member.ts'
import { updateTeam } from './update-team.ts'

export { endTeam } from './change.ts'
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
