import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { userWithStanding } from './schema.ts'
import { serializeUser } from './serialize.ts'
import { reactivateUser } from './user-lifecycle.ts'

export const reactivateOrganizationUser = defineOperation({
  id: 'reactivateOrganizationUser',
  summary: 'Reactivate a user',
  description:
    'Restores the access of a deactivated user with the previous role and teams. Revoked sessions, API keys and connected ' +
    'apps stay revoked. An active user is returned unchanged. Requires the admin role.',
  tag: 'Organization',
  input: z.object({ id: pathId('user') }),
  output: userWithStanding,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'POST', derived: false, path: '/organizations/users/{id}/reactivate', ...inData(userWithStanding) },
  async handle({ id }, ctx) {
    return ctx.transact(async (tx) => {
      await reactivateUser(tx, ctx.org, id, ctx.clock.now())
      return serializeUser(tx, ctx.org, id)
    })
  },
})
