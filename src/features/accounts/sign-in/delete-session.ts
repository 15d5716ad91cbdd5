import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteSessions } from './queries.ts'

export const deleteSession = defineOperation({
  id: 'deleteSession',
  summary: 'End a browser session',
  description:
    'Signs the browser out with its next request. Users can end their own sessions, admins all sessions of the organization. The user can sign in again.',
  tag: 'Sign-in',
  input: z.object({ id: pathId('session') }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'DELETE', path: '/sessions/{id}', status: 204 },
  async handle({ id }, ctx) {
    const { role, user } = ctx.principal
    await ctx.transact(async (tx) => {
      const ended = await deleteSessions(tx, ctx.org, { id, userId: role === 'ADMIN' ? undefined : user?.id })
      if (ended === 0) throw notFound('session')
    })
    return {}
  },
})
