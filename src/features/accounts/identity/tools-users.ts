/** Tools of users and roles. */
import { z } from 'zod'
import { roles } from '../../../core/principal.ts'
import { defineTool, type Tool } from '../../../core/tool.ts'
import { idArgument } from '../../../core/tool-arguments.ts'
import { lines, table } from '../../../core/tool-text.ts'
import { deleteOrganizationUser } from './delete-organization-user.ts'
import { listOrganizationRoles } from './list-organization-roles.ts'
import { listReps } from './list-reps.ts'
import { reactivateOrganizationUser } from './reactivate-organization-user.ts'
import { replaceOrganizationUserTeams } from './replace-organization-user-teams.ts'
import { appLanguage, givenTeams, languageTag, personName, type userWithStanding } from './schema.ts'
import { updateOrganizationUser } from './update-organization-user.ts'

type User = Omit<z.output<typeof userWithStanding>, 'language'>

const toToolUser = ({ uuid, firstName, lastName, email, roles: [role], teams, active }: User) => ({
  ...{ id: uuid, email, active },
  name: `${firstName} ${lastName}`.trim(),
  role: role?.type ?? '',
  team_ids: teams.map((team) => team.uuid),
})
const formatTeamNames = ({ teams }: User) => teams.map(({ name }) => name).join(', ')

const userId = idArgument('user', 'list_reps')
/** Result of tools that change a user. */
const standing = { id: z.string(), role: z.string(), team_ids: z.array(z.string()) }
const confirmUserChange = (done: string) => (user: User) => {
  const { name, email, id, role } = toToolUser(user)
  return {
    text: `${done}\n${lines({ Name: name, Email: email, Id: id, Role: role, Teams: formatTeamNames(user) })}`,
    data: toToolUser(user),
  }
}

/** REST lets users change their own record. The tools change other users and require the admin role. */
const updateUser = { ...updateOrganizationUser, requires: { scope: 'write', role: 'ADMIN' } } as const

export const userTools: readonly Tool[] = [
  defineTool(listReps, {
    name: 'list_reps',
    title: 'Search users',
    description:
      'Lists users of the organization with role and teams, sorted by last name. Use it to find the ID of a colleague. ' +
      'For people outside the organization, use the participants in search_calls.',
    args: {
      query: listReps.input.shape.query.describe('Words of a name or email address; all must match. Example: `anna`.'),
      team_id: idArgument('team').optional().describe('ID of a team, from list_teams. Returns only its members.'),
      include_deactivated: z.boolean().default(false).describe('Includes deactivated users. Only admins can set it.'),
    },
    names: { team_id: 'teamUUID', include_deactivated: 'includeDeactivated' },
    paged: { max: 200 },
    data: { users: z.array(z.looseObject({ id: z.string(), email: z.string(), role: z.string() })) },
    present: ({ data }) => ({
      text: table(
        ['Name', 'Email', 'Role', 'Teams', 'Id', 'Deactivated'],
        data.map((user) => {
          const { name, email, role, id, active } = toToolUser(user)
          return [name, email, role, formatTeamNames(user), id, active ? '' : 'yes']
        }),
      ),
      data: { users: data.map(toToolUser) },
    }),
  }),
  defineTool(listOrganizationRoles, {
    name: 'list_roles',
    title: 'List roles',
    description:
      'Lists the three roles. ADMIN can read and change everything. MANAGER and SALES_REP can read their own calls and ' +
      'calls of their teams and child teams. A MANAGER can also invite users.',
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
    title: 'Update a user',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Updates names, languages or primary team of a user. Omitted arguments keep their values. For roles and teams, use manage_user_role and update_user_teams.',
    args: {
      user_id: userId,
      first_name: personName().optional().describe('First name, maximum 128 characters. Example: `Anna`.'),
      last_name: personName().optional().describe('Last name, maximum 128 characters. Example: `Berg`.'),
      bot_name: personName().optional().describe("Display name of the user's meeting recorder. Example: `Notetaker`."),
      language: languageTag.optional().describe('Preferred transcript language (RFC 5646). Example: `pt-BR`.'),
      app_language: appLanguage.optional().describe('Language of the app and of emails to the user. Example: `de`.'),
      primary_team_id: idArgument('team')
        .optional()
        .describe('ID of one of their teams, which new calls of the user get.'),
    },
    names: {
      user_id: 'id',
      first_name: 'firstName',
      last_name: 'lastName',
      bot_name: 'botName',
      language: 'transcriptLang',
      app_language: 'language',
      primary_team_id: 'primaryTeamUUID',
    },
    data: standing,
    present: confirmUserChange('Updated the user.'),
  }),
  defineTool(replaceOrganizationUserTeams, {
    name: 'update_user_teams',
    title: 'Replace the teams of a user',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description:
      'Replaces all team memberships of a user. If the primary team is removed, the first team becomes primary. To add ' +
      'one team, use add_team_member.',
    args: {
      user_id: userId,
      team_ids: givenTeams.describe('IDs of teams, from list_teams. An empty list removes the user from all teams.'),
    },
    names: { user_id: 'id', team_ids: 'teamUUIDs' },
    data: standing,
    present: confirmUserChange('Replaced the teams.'),
  }),
  defineTool(updateUser, {
    name: 'manage_user_role',
    title: 'Set the role of a user',
    hints: { effect: 'changes', idempotent: true, openWorld: false },
    description: "Sets the role of a user, effective immediately. The last active admin can't lose the role.",
    args: { user_id: userId, role: z.enum(roles).describe('New role, see list_roles. Example: `MANAGER`.') },
    names: { user_id: 'id' },
    data: standing,
    present: confirmUserChange('Set the role.'),
  }),
  defineTool(deleteOrganizationUser, {
    name: 'delete_user',
    title: 'Deactivate a user',
    hints: { effect: 'removes', idempotent: true, openWorld: false },
    description:
      'Deactivates a user. Ends their sessions, API keys and connected apps immediately. Their calls stay. Undo with ' +
      "reactivate_user. The last active admin can't be deactivated.",
    args: { user_id: userId },
    names: { user_id: 'id' },
    data: { user_id: z.string(), active: z.boolean() },
    present: (_, { user_id }) => ({ text: 'Deactivated the user.', data: { user_id, active: false } }),
  }),
  defineTool(reactivateOrganizationUser, {
    name: 'reactivate_user',
    title: 'Reactivate a user',
    hints: { effect: 'adds', idempotent: true, openWorld: false },
    description:
      'Reactivates a deactivated user with the previous role and teams. Revoked keys stay revoked. Find the user ID with ' +
      'list_reps and include_deactivated.',
    args: { user_id: userId },
    names: { user_id: 'id' },
    data: standing,
    present: confirmUserChange('Reactivated the user.'),
  }),
]
