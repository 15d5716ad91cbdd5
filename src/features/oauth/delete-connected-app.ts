import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { deleteGrant } from './queries.ts'

export const deleteConnectedApp = defineOperation({
  id: 'deleteConnectedApp',
  summary: 'Disconnect a program, whose tokens end at once.',
  description: 'Admins disconnect any program of the organization, everybody else their own.',
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
