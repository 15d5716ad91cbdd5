import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deactivateUser } from './user-lifecycle.ts'

export const deleteOrganizationUser = defineOperation({
  id: 'deleteOrganizationUser',
  summary: 'Deactivate a user',
  description:
    "Ends the user's sessions, API keys and connected apps immediately. Data of the user stays. To restore access, use " +
    '`POST /organizations/users/{id}/reactivate`. Requires an admin with a personal key; organization-level keys are ' +
    'rejected. Returns 409 `last_admin` for the last active admin.',
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
