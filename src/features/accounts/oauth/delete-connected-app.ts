import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteGrant } from './queries.ts'

export const deleteConnectedApp = defineOperation({
  id: 'deleteConnectedApp',
  summary: 'Disconnect an app',
  description:
    'Revokes all tokens of the app immediately and permanently. Users can disconnect their own apps; admins can ' +
    'disconnect any app of the organization. To use the app again, connect it again.',
  tag: 'Connected apps',
  input: z.object({ id: pathId('connected app') }),
  output: z.object({}),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/connected-apps/{id}', status: 204 },
  async handle({ id }, ctx) {
    const { role, user } = ctx.principal
    const of = role === 'ADMIN' || user === undefined ? 'everyone' : { userId: user.id }
    await ctx.transact(async (tx) => {
      if (!(await deleteGrant(tx, ctx.org, id, of))) throw notFound('connected app')
    })
    return {}
  },
})
