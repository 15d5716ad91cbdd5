import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { deactivateUser } from './people.ts'

export const deleteOrganizationUser = defineOperation({
  id: 'deleteOrganizationUser',
  summary: 'Deactivate a user, whose keys end at once.',
  description:
    'What the user made stays. Needs an admin who says who they are: org-level keys are refused. The last active ' +
    'admin stays: 409 `last_admin`.',
  tag: 'Organization',
  input: z.object({ id: pathId('user') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN', level: 'user' },
  rest: { method: 'DELETE', path: '/organizations/users/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact((tx) => deactivateUser(tx, ctx.org, id, ctx.clock.now()))
    return {}
  },
})
