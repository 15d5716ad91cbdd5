import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { replaceTeams } from './people.ts'
import { givenTeams, userWithStanding } from './schema.ts'
import { tellUser } from './told.ts'

export const replaceOrganizationUserTeams = defineOperation({
  id: 'replaceOrganizationUserTeams',
  summary: 'Make a user a member of exactly these teams.',
  description: 'The primary team stays when it is among them; otherwise it is the first one.',
  tag: 'Organization',
  input: z.object({ id: pathId('user'), teamUUIDs: givenTeams }),
  output: userWithStanding,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/organizations/users/{id}/teams', ...inData(userWithStanding) },
  async handle({ id, teamUUIDs }, ctx) {
    return ctx.transact(async (tx) => {
      await replaceTeams(tx, ctx.org, id, teamUUIDs, ctx.clock.now())
      return tellUser(tx, ctx.org, id)
    })
  },
})
