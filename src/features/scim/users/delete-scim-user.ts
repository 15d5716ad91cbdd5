import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { ifMatchField, ifMatchHeader } from '../protocol/version.ts'
import { removeScimUser } from './save.ts'

export const deleteScimUser = defineOperation({
  id: 'deleteScimUser',
  summary: 'Delete a user as identity providers see it: deactivated, in no team, told no more.',
  description: 'RFC 7644, section 3.6. What the user did stays, and is theirs again when a provider makes them anew.',
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
