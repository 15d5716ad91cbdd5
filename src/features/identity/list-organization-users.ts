import { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { queryBoolean, uuid } from '../../core/wire.ts'
import { selectTeam, selectUsers } from './queries.ts'
import { userWithStanding } from './schema.ts'
import { userTold } from './told.ts'

export const listOrganizationUsers = defineOperation({
  id: 'listOrganizationUsers',
  summary: 'List the users of the organization, or of one team.',
  description:
    'By last name, first name, id. Deactivated users are left out, unless an admin asks for them with ' +
    '`includeDeactivated`; `active` is told then.',
  tag: 'Organization',
  input: z.object({ teamUUID: uuid().optional(), includeDeactivated: queryBoolean() }),
  output: z.object({ data: z.array(userWithStanding.partial({ active: true })) }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/users', refusals: [404] },
  async handle({ teamUUID, includeDeactivated }, ctx) {
    if (includeDeactivated && ctx.principal.role !== 'ADMIN') {
      throw forbidden('admin_required', 'Only admins see deactivated users in lists.')
    }
    if (teamUUID !== undefined && (await selectTeam(ctx.db, ctx.org, teamUUID)) === undefined) {
      throw notFound('team', '/query/teamUUID')
    }
    const users = await selectUsers(ctx.db, ctx.org, { teamId: teamUUID, alsoDeactivated: includeDeactivated })
    return {
      data: users.map((user) => ({
        ...userTold(ctx.org, user),
        ...(includeDeactivated ? { active: user.active } : {}),
      })),
    }
  },
})
