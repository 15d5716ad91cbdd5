import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { uuid } from '../../core/wire.ts'
import { selectTeam, selectUsers } from './queries.ts'
import { organizationUser } from './schema.ts'

export const listOrganizationUsers = defineOperation({
  id: 'listOrganizationUsers',
  summary: 'List the users of the organization, or of one team.',
  description: 'By last name, first name, id. Deactivated users are left out.',
  tag: 'Organization',
  input: z.object({ teamUUID: uuid().optional() }),
  output: z.object({ data: z.array(organizationUser) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/users' },
  async handle({ teamUUID }, ctx) {
    if (teamUUID !== undefined && (await selectTeam(ctx.db, ctx.org, teamUUID)) === undefined) {
      throw notFound('team', '/query/teamUUID')
    }
    const users = await selectUsers(ctx.db, ctx.org, { teamId: teamUUID })
    return {
      data: users.map((user) => ({
        uuid: user.id,
        email: user.email,
        firstName: user.first_name,
        lastName: user.last_name,
        botName: user.bot_name,
        primaryTeamUUID: user.primary_team_id ?? '',
        transcriptLang: user.transcript_lang,
        ...(user.join_outside_host_meetings === null
          ? {}
          : { joinOutsideHostMeetings: user.join_outside_host_meetings }),
        roles: [{ name: user.role_name, type: user.role_type, uuid: user.role_id }],
        settings: user.settings,
        teams: user.teams.map((team) => ({
          uuid: team.id,
          name: team.name,
          domain: team.domain ?? '',
          organizationUUID: ctx.org,
          ...(team.parent_id === null ? {} : { parentTeamUUID: team.parent_id }),
          children: [],
        })),
      })),
    }
  },
})
