import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { pathId } from '../../../../core/wire.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { removeScimUser } from './save.ts'

export const deleteScimUser = defineOperation({
  id: 'deleteScimUser',
  summary: 'Delete a SCIM user',
  description:
    'Deactivates the user, removes them from all teams and hides them from SCIM (RFC 7644, section 3.6). Their ' +
    'data stays. To restore the user, create a user with the same email address. Requires the admin role.',
  tag: 'SCIM',
  input: z.object({ id: pathId('user'), ...ifMatchField }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/scim/Users/{id}', status: 204, dress: 'scim', inHeaders: ifMatchHeader },
  async handle({ id, ifMatch }, ctx) {
    await ctx.transact((tx) => removeScimUser(tx, ctx, id, { ifMatch }))
    return {}
  },
})
