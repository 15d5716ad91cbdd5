import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { userWithStanding } from './schema.ts'
import { serializeUser } from './serialize.ts'

export const getOrganizationUser = defineOperation({
  id: 'getOrganizationUser',
  summary: 'Get a user',
  description: 'Returns an active or deactivated user of the organization.',
  tag: 'Organization',
  input: z.object({ id: pathId('user') }),
  output: userWithStanding,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/users/{id}', ...inData(userWithStanding) },
  async handle({ id }, ctx) {
    return serializeUser(ctx.db, ctx.org, id)
  },
})
