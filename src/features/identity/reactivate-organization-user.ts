import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId } from '../../core/wire.ts'
import { reactivateUser } from './people.ts'
import { userWithStanding } from './schema.ts'
import { tellUser } from './told.ts'

export const reactivateOrganizationUser = defineOperation({
  id: 'reactivateOrganizationUser',
  summary: 'Let a deactivated user in again, with role and teams as before.',
  description: 'Keys that ended stay ended. A user who is active stays so.',
  tag: 'Organization',
  input: z.object({ id: pathId('user') }),
  output: userWithStanding,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/users/{id}/reactivate', ...inData(userWithStanding) },
  async handle({ id }, ctx) {
    return ctx.transact(async (tx) => {
      await reactivateUser(tx, ctx.org, id, ctx.clock.now())
      return tellUser(tx, ctx.org, id)
    })
  },
})
