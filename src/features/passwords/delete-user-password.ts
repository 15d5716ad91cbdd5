import { z } from 'zod'
import { forbidden, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { lockUser } from '../identity/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { deletePassword } from './queries.ts'

export const deleteUserPassword = defineOperation({
  id: 'deleteUserPassword',
  summary: "Take a user's password away, and sign all their browsers out.",
  description:
    'They sign in by a link from then on, or by a provider. Admins do this for everybody, everybody else for ' +
    'themselves; the browser that asks stays signed in. Nothing happens when there is none.',
  tag: 'Sign-in',
  input: z.object({ id: pathId('user') }),
  output: z.object({}),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/organizations/users/{id}/password', status: 204 },
  async handle({ id }, ctx) {
    const { role, user, sessionId } = ctx.principal
    await ctx.transact(async (tx) => {
      if ((await lockUser(tx, ctx.org, id)) === undefined) throw notFound('user')
      if (role !== 'ADMIN' && user?.id !== id) {
        throw forbidden('admin_required', 'Only admins take the passwords of others away.')
      }
      if (await deletePassword(tx, ctx.org, id)) {
        await endOtherSessions(tx, ctx.org, id, user?.id === id ? sessionId : undefined)
      }
    })
    return {}
  },
})
