import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import { updatedSinceField } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { queryBoolean, uuid } from '../../../core/wire.ts'
import { selectTeam, selectUsers } from './queries.ts'
import { userWithStanding } from './schema.ts'
import { toUserRecord } from './serialize.ts'

export const listOrganizationUsers = defineOperation({
  id: 'listOrganizationUsers',
  summary: 'List users',
  description:
    'Returns all users of the organization or of one team, sorted by last name, first name and ID. The list is not paged.',
  tag: 'Organization',
  input: z.object({
    teamUUID: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Returns only members of this team, without members of child ' +
          'teams. Defaults to all users. Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
    includeDeactivated: queryBoolean().describe(
      'Set to true to include deactivated users and to add `active` to each user. Requires the admin role. Defaults to ' +
        'false. Example: `true`.',
    ),
    'filter[updatedSince]': updatedSinceField(),
  }),
  output: z.object({
    data: z
      .array(userWithStanding.omit({ language: true }).partial({ active: true }))
      .describe('Users, sorted by last name, first name and ID.'),
  }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/users', refusals: [404] },
  async handle({ teamUUID, includeDeactivated, 'filter[updatedSince]': updatedSince }, ctx) {
    if (includeDeactivated && ctx.principal.role !== 'ADMIN') {
      throw forbidden('admin_required', '`includeDeactivated` requires the admin role. Omit it to list active users.')
    }
    if (teamUUID !== undefined && (await selectTeam(ctx.db, ctx.org, teamUUID)) === undefined) {
      throw notFound('team', '/query/teamUUID')
    }
    const filter = { teamId: teamUUID, alsoDeactivated: includeDeactivated, updatedSince }
    const users = await selectUsers(ctx.db, ctx.org, filter)
    return {
      data: users.map((user) => ({
        ...toUserRecord(ctx.org, user),
        ...(includeDeactivated ? { active: user.active } : {}),
      })),
    }
  },
})
