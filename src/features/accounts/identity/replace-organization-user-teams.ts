import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { givenTeams, userWithStanding } from './schema.ts'
import { serializeUser } from './serialize.ts'
import { replaceTeams } from './user-lifecycle.ts'

export const replaceOrganizationUserTeams = defineOperation({
  id: 'replaceOrganizationUserTeams',
  summary: 'Replace the teams of a user',
  description:
    'Replaces all team memberships of the user. The primary team stays if it is in the list; otherwise the first team ' +
    'becomes the primary team. Requires the admin role. You can repeat the request safely.',
  tag: 'Organization',
  input: z.object({
    id: pathId('user'),
    teamUUIDs: givenTeams.describe(
      'IDs of active teams, from `GET /organizations/teams`. Maximum 100. An empty list removes the user from all teams.',
    ),
  }),
  output: userWithStanding,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/users/{id}/teams', ...inData(userWithStanding) },
  async handle({ id, teamUUIDs }, ctx) {
    return ctx.transact(async (tx) => {
      await replaceTeams(tx, ctx.org, id, teamUUIDs, ctx.clock.now())
      return serializeUser(tx, ctx.org, id)
    })
  },
})
