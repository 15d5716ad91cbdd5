import { z } from 'zod'
import { forbidden, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { lockUser } from '../identity/index.ts'
import { endOtherSessions } from '../sign-in/index.ts'
import { deletePassword } from './queries.ts'

export const deleteUserPassword = defineOperation({
  id: 'deleteUserPassword',
  summary: "Delete a user's password",
  description:
    'The user then signs in with a link by email or with an identity provider. All browser sessions of the user ' +
    'end; a caller who deletes their own password stays signed in. Users can delete their own password, admins the ' +
    'password of any user. Does nothing if the user has no password.',
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
        throw forbidden('admin_required', 'Only admins can delete the password of another user.')
      }
      if (await deletePassword(tx, ctx.org, id)) {
        await endOtherSessions(tx, ctx.org, id, user?.id === id ? sessionId : undefined)
      }
    })
    return {}
  },
})
