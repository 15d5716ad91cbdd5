/** Teams, for assistants. */
import { z } from 'zod'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
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
const tell = ({ uuid, name, domain, parentTeamUUID, archived }: Team) => ({
  ...{ id: uuid, name, domain, archived },
  parent_team_id: parentTeamUUID ?? null,
})
const teamId = idOf('team', 'list_teams')
const userId = idOf('user', 'list_reps')

const told = (done: string) => (team: Team) => ({
  text: `${done}\n${lines({ Name: team.name, Id: team.uuid, Domain: team.domain, 'Below team': team.parentTeamUUID })}`,
  data: tell(team),
})
const member = { team_id: teamId, user_id: userId }
const memberNames = { team_id: 'id', user_id: 'userId' } as const
const memberTold = { team_id: z.string(), user_id: z.string() }

export const tools: readonly Tool[] = [
  defineTool(listTeams, {
    name: 'list_teams',
    title: 'List teams',
    description:
      'All teams of the organization as a flat list; parent_team_id tells the tree. Use it to turn a team’s name into its id.',
    args: { include_archived: z.boolean().default(false).describe('Also teams that are over.') },
    paged: { max: 200 },
    input: ({ include_archived }) => ({ includeArchived: String(include_archived) }),
    data: { teams: z.array(z.object(teamTold)) },
    present: ({ data }) => ({
      text: table(
        ['Team', 'Id', 'Below', 'Archived'],
        data.map((team) => [team.name, team.uuid, team.parentTeamUUID, team.archived ? 'yes' : '']),
      ),
      data: { teams: data.map(tell) },
    }),
  }),
  defineTool(getTeam, {
    name: 'get_team',
    title: 'Read a team',
    description: 'One team with the teams directly below it. get_team_members tells who is in it.',
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
          'Below team': team.parentTeamUUID,
          'Teams below': below,
        }),
        data: { ...tell(team), children },
      }
    },
  }),
  defineTool(listTeamMembers, {
    name: 'get_team_members',
    title: 'Members of a team',
    description: 'The active members of one team, not of the teams below it, with e-mail and role.',
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
    title: 'Make a team',
    description: 'Makes a team, at the top or below another one. Look with list_teams first whether it exists.',
    args: {
      name: teamName().describe('Name of the team.'),
      domain: teamDomain.optional().describe('Mail domain of the team, if it has one of its own.'),
      parent_team_id: teamId.optional().describe('The team it lies below; without it, at the top.'),
    },
    names: { parent_team_id: 'parentTeamUUID' },
    data: teamTold,
    present: told('Made the team.'),
  }),
  defineTool(updateTeam, {
    name: 'update_team',
    title: 'Change a team',
    description: 'Renames a team, changes its domain or brings an archived one back. What is left out stays.',
    args: {
      team_id: teamId,
      name: teamName().optional().describe('New name.'),
      domain: teamDomain.optional().describe('New domain; empty for none.'),
      archived: z.literal(false).optional().describe('false brings an archived team back.'),
    },
    names: { team_id: 'id' },
    idempotent: true,
    data: teamTold,
    present: told('Changed the team.'),
  }),
  defineTool(updateTeam, {
    name: 'change_team_parent',
    title: 'Move a team',
    description:
      'Moves a team, with all below it, below another team or to the top. People above see its calls from then on.',
    args: {
      team_id: teamId,
      parent_team_id: teamId.nullable().describe('The team it lies below from now on; null for the top.'),
    },
    names: { team_id: 'id', parent_team_id: 'parentTeamUUID' },
    idempotent: true,
    data: teamTold,
    present: told('Moved the team.'),
  }),
  defineTool(archiveTeam, {
    name: 'archive_team',
    title: 'Archive a team',
    description:
      'Ends a team: it loses its members, its calls stay. Teams below it must be moved or archived before. update_team brings it back, without members.',
    args: { team_id: teamId },
    names: { team_id: 'id' },
    data: { team_id: z.string(), archived: z.boolean() },
    present: (_, { team_id }) => ({ text: 'Archived the team.', data: { team_id, archived: true } }),
  }),
  defineTool(putTeamMember, {
    name: 'add_team_member',
    title: 'Add to a team',
    description: 'Makes a user a member of a team. Their other teams stay.',
    args: member,
    names: memberNames,
    idempotent: true,
    data: memberTold,
    present: (_, args) => ({ text: 'The user is a member of the team.', data: args }),
  }),
  defineTool(deleteTeamMember, {
    name: 'remove_team_member',
    title: 'Remove from a team',
    description: 'Takes a user out of a team. Their other teams and their calls stay.',
    args: member,
    names: memberNames,
    idempotent: true,
    data: memberTold,
    present: (_, args) => ({ text: 'The user is no member of the team any more.', data: args }),
  }),
]
