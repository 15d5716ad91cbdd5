/** Users and roles, for assistants. */
import { z } from 'zod'
import { roles } from '../../core/principal.ts'
import { defineTool, type Tool } from '../../core/tool.ts'
import { idOf } from '../../core/tool-arguments.ts'
import { lines, table } from '../../core/tool-text.ts'
import { deleteOrganizationUser } from './delete-organization-user.ts'
import { listOrganizationRoles } from './list-organization-roles.ts'
import { listReps } from './list-reps.ts'
import { reactivateOrganizationUser } from './reactivate-organization-user.ts'
import { replaceOrganizationUserTeams } from './replace-organization-user-teams.ts'
import { givenTeams, languageTag, personName, type userWithStanding } from './schema.ts'
import { updateOrganizationUser } from './update-organization-user.ts'

type User = z.output<typeof userWithStanding>

const tell = ({ uuid, firstName, lastName, email, roles: [role], teams, active }: User) => ({
  ...{ id: uuid, email, active },
  name: `${firstName} ${lastName}`.trim(),
  role: role?.type ?? '',
  team_ids: teams.map((team) => team.uuid),
})
const teamsOf = ({ teams }: User) => teams.map(({ name }) => name).join(', ')

const userId = idOf('user', 'list_reps')
/** What a changed user is told by. */
const standing = { id: z.string(), role: z.string(), team_ids: z.array(z.string()) }
const told = (done: string) => (user: User) => {
  const { name, email, id, role } = tell(user)
  return {
    text: `${done}\n${lines({ Name: name, 'E-mail': email, Id: id, Role: role, Teams: teamsOf(user) })}`,
    data: tell(user),
  }
}

/** Everybody changes themselves by REST; as tools these change other people, and need an admin. */
const updateUser = { ...updateOrganizationUser, requires: { scope: 'write', role: 'ADMIN' } } as const

export const userTools: readonly Tool[] = [
  defineTool(listReps, {
    name: 'list_reps',
    title: 'Find users',
    description:
      'The users of the organization with role and teams, by last name. Turns a colleague’s name into a user id. ' +
      'Outside people are participants: see search_calls.',
    args: {
      query: listReps.input.shape.query.describe('Words of a name or address.'),
      team_id: idOf('team').optional().describe('Only members of this team.'),
      include_deactivated: z.boolean().default(false).describe('Also those who left; for admins.'),
    },
    names: { team_id: 'teamUUID', include_deactivated: 'includeDeactivated' },
    paged: { max: 200 },
    data: { users: z.array(z.looseObject({ id: z.string(), email: z.string(), role: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Name', 'E-mail', 'Role', 'Teams', 'Id', 'Deactivated'],
        data.map((user) => {
          const { name, email, role, id, active } = tell(user)
          return [name, email, role, teamsOf(user), id, active ? '' : 'yes']
        }),
      ),
      data: { users: data.map(tell) },
    }),
  }),
  defineTool(listOrganizationRoles, {
    name: 'list_roles',
    title: 'List roles',
    description:
      'The three roles: ADMIN sees and does everything; MANAGER and SALES_REP see what is theirs, of their teams and of ' +
      'teams below, and a MANAGER also invites people.',
    args: {},
    data: { roles: z.array(z.object({ id: z.string(), type: z.string(), name: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Role', 'Type', 'Id'],
        data.map(({ uuid, type, name }) => [name, type, uuid]),
      ),
      data: { roles: data.map(({ uuid, type, name }) => ({ id: uuid, type, name })) },
    }),
  }),
  defineTool(updateUser, {
    name: 'update_user',
    title: 'Change a user',
    description: 'Changes a user; what is left out stays. For roles and teams: manage_user_role, update_user_teams.',
    args: {
      user_id: userId,
      first_name: personName().optional().describe('First name.'),
      last_name: personName().optional().describe('Last name.'),
      bot_name: personName().optional().describe('Name of their recorder.'),
      language: languageTag.optional().describe('Of their transcripts, such as pt-BR.'),
      primary_team_id: idOf('team').optional().describe('One of their teams: that of new calls.'),
    },
    names: {
      user_id: 'id',
      first_name: 'firstName',
      last_name: 'lastName',
      bot_name: 'botName',
      language: 'transcriptLang',
      primary_team_id: 'primaryTeamUUID',
    },
    idempotent: true,
    data: standing,
    present: told('Changed the user.'),
  }),
  defineTool(replaceOrganizationUserTeams, {
    name: 'update_user_teams',
    title: 'Set the teams of a user',
    description:
      'Makes a user a member of exactly these teams; the first becomes the primary one unless that stays. See also ' +
      'add_team_member.',
    args: { user_id: userId, team_ids: givenTeams.describe('From list_teams.') },
    names: { user_id: 'id', team_ids: 'teamUUIDs' },
    idempotent: true,
    data: standing,
    present: told('Set the teams.'),
  }),
  defineTool(updateUser, {
    name: 'manage_user_role',
    title: 'Set the role of a user',
    description: 'Gives a user another role at once. The last active admin stays one.',
    args: { user_id: userId, role: z.enum(roles).describe('New role.') },
    names: { user_id: 'id' },
    idempotent: true,
    data: standing,
    present: told('Set the role.'),
  }),
  defineTool(deleteOrganizationUser, {
    name: 'delete_user',
    title: 'Deactivate a user',
    description:
      'Ends a user’s access at once: sign-ins, keys, connected apps. Their calls stay. reactivate_user lets them in ' +
      'again. The last active admin stays.',
    args: { user_id: userId },
    names: { user_id: 'id' },
    destructive: true,
    idempotent: true,
    data: { user_id: z.string(), active: z.boolean() },
    present: (_, { user_id }) => ({ text: 'Deactivated the user.', data: { user_id, active: false } }),
  }),
  defineTool(reactivateOrganizationUser, {
    name: 'reactivate_user',
    title: 'Let a user in again',
    description:
      'Lets a deactivated user in again, with role and teams as before; keys that ended stay ended. Find the id by ' +
      'list_reps with include_deactivated.',
    args: { user_id: userId },
    names: { user_id: 'id' },
    idempotent: true,
    data: standing,
    present: told('Let the user in again.'),
  }),
]
