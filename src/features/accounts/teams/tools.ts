/** Tools for teams. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { archiveTeam } from './archive-team.ts'
import { createTeam } from './create-team.ts'
import { deleteTeamMember } from './delete-team-member.ts'
import { getTeam } from './get-team.ts'
import { listTeamMembers } from './list-team-members.ts'
import { listTeams } from './list-teams.ts'
import { putTeamMember } from './put-team-member.ts'
import { teamDomain, teamName } from './schema.ts'
import { updateTeam } from './update-team.ts'

interface Team {
  readonly uuid: string
  readonly name: string
  readonly domain: string
  readonly parentTeamUUID?: string | undefined
  readonly archived: boolean
}

const teamTold = {
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  parent_team_id: z.string().nullable(),
  archived: z.boolean(),
}
const toToolTeam = ({ uuid, name, domain, parentTeamUUID, archived }: Team) => ({
  ...{ id: uuid, name, domain, archived },
  parent_team_id: parentTeamUUID ?? null,
})
const teamId = idArgument('team', 'list_teams')
const userId = idArgument('user', 'list_reps')

const confirmTeamChange = (done: string) => (team: Team) => ({
  text: `${done}\n${lines({ Name: team.name, Id: team.uuid, Domain: team.domain, 'Parent team': team.parentTeamUUID })}`,
  data: toToolTeam(team),
})
const member = { team_id: teamId, user_id: userId }
const memberNames = { team_id: 'id', user_id: 'userId' } as const
const memberTold = { team_id: z.string(), user_id: z.string() }

export const tools: readonly Tool[] = [
  defineTool(listTeams, {
    name: 'list_teams',
    title: 'List teams',
    description:
      'Lists all teams of the organization as a flat list; parent_team_id describes the hierarchy. Use it to find the ID of a team by name.',
    args: { include_archived: z.boolean().default(false).describe('Whether to include archived teams.') },
    paged: { max: 200 },
    input: ({ include_archived }) => ({ includeArchived: String(include_archived) }),
    data: { teams: z.array(z.object(teamTold)) },
    present: ({ data }) => ({
      text: table(
        ['Team', 'Id', 'Below', 'Archived'],
        data.map((team) => [team.name, team.uuid, team.parentTeamUUID, team.archived ? 'yes' : '']),
      ),
      data: { teams: data.map(toToolTeam) },
    }),
  }),
  defineTool(getTeam, {
    name: 'get_team',
    title: 'Get a team',
    description: 'Returns one team with its direct child teams. For its members, use get_team_members.',
    args: { team_id: teamId },
    names: { team_id: 'id' },
    data: { ...teamTold, children: z.array(z.object({ id: z.string(), name: z.string() })) },
    present: (team) => {
      const children = team.children.map(({ uuid, name }) => ({ id: uuid, name }))
      const below = children.map(({ id, name }) => `${name} (${id})`).join(', ')
      return {
        text: lines({
          Name: team.name,
          Id: team.uuid,
          Domain: team.domain,
          'Parent team': team.parentTeamUUID,
          'Child teams': below,
        }),
        data: { ...toToolTeam(team), children },
      }
    },
  }),
  defineTool(listTeamMembers, {
    name: 'get_team_members',
    title: 'List team members',
    description: 'Lists the active members of one team with email address and role, without those of child teams.',
    args: { team_id: teamId },
    names: { team_id: 'id' },
    paged: { max: 200 },
    data: {
      members: z.array(
        z.object({ id: z.string(), email: z.string(), name: z.string(), role: z.string(), primary: z.boolean() }),
      ),
    },
    present: ({ data }) => {
      const members = data.map(({ uuid, email, firstName, lastName, primary, roles }) => ({
        ...{ id: uuid, email, primary },
        name: `${firstName} ${lastName}`.trim(),
        role: roles[0]?.type ?? '',
      }))
      return {
        text: table(
          ['Name', 'E-mail', 'Role', 'Id'],
          members.map((one) => [one.name, one.email, one.role, one.id]),
        ),
        data: { members },
      }
    },
  }),
  defineTool(createTeam, {
    name: 'create_team',
    title: 'Create a team',
    hints: { effect: 'adds', idempotent: false, openWorld: false },
    description:
      'Creates a team at the top level or below another team. Check with list_teams first that it doesn’t exist.',
    args: {
      name: teamName().describe('Name of the team. Example: `Sales North`.'),
      domain: teamDomain.optional().describe('Email domain of the team, if it has its own. Example: acme.com.'),
      parent_team_id: teamId.optional().describe('ID of the parent team, from list_teams. Defaults to the top level.'),
    },
    names: { parent_team_id: 'parentTeamUUID' },
    data: teamTold,
    present: confirmTeamChange('Created the team.'),
  }),
  defineTool(updateTeam, {
    name: 'update_team',
    title: 'Update a team',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Renames a team, changes its domain or restores an archived team. Omitted arguments keep their values.',
    args: {
      team_id: teamId,
      name: teamName().optional().describe('New name of the team. Example: `Sales North`.'),
      domain: teamDomain.optional().describe('New email domain; empty for none.'),
      archived: z.literal(false).optional().describe('false restores an archived team, without members.'),
    },
    names: { team_id: 'id' },
    data: teamTold,
    present: confirmTeamChange('Updated the team.'),
  }),
  defineTool(updateTeam, {
    name: 'change_team_parent',
    title: 'Move a team',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Moves a team with its child teams below another team or to the top level. Members of teams above can then access its calls.',
    args: {
      team_id: teamId,
      parent_team_id: teamId.nullable().describe('ID of the new parent team, from list_teams; null for the top level.'),
    },
    names: { team_id: 'id', parent_team_id: 'parentTeamUUID' },
    data: teamTold,
    present: confirmTeamChange('Moved the team.'),
  }),
  defineTool(archiveTeam, {
    name: 'archive_team',
    title: 'Archive a team',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Archives a team and removes its members. Calls stay with the team. Move or archive child teams first. Restore the team with update_team; its members aren’t restored.',
    args: { team_id: teamId },
    names: { team_id: 'id' },
    data: { team_id: z.string(), archived: z.boolean() },
    present: (_, { team_id }) => ({ text: 'Archived the team.', data: { team_id, archived: true } }),
  }),
  defineTool(putTeamMember, {
    name: 'add_team_member',
    title: 'Add a team member',
    hints: { effect: 'adds', idempotent: true, openWorld: false },
    description: 'Adds a user to a team. Other teams of the user stay.',
    args: member,
    names: memberNames,
    data: memberTold,
    present: (_, args) => ({ text: 'Added the user to the team.', data: args }),
  }),
  defineTool(deleteTeamMember, {
    name: 'remove_team_member',
    title: 'Remove a team member',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: 'Removes a user from a team. Other teams and the calls of the user stay.',
    args: member,
    names: memberNames,
    data: memberTold,
    present: (_, args) => ({ text: 'Removed the user from the team.', data: args }),
  }),
]
