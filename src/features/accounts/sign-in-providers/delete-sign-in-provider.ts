import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteProviderRow } from './queries.ts'

export const deleteSignInProvider = defineOperation({
  id: 'deleteSignInProvider',
  summary: 'Delete a sign-in provider',
  description:
    'Deletes the provider with its client secret permanently. Requires the admin role. Its users keep their accounts and sessions, and can sign in with a link or a password.',
  tag: 'Sign-in',
  input: z.object({ id: pathId('sign-in provider') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/sign-in-providers/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteProviderRow(tx, ctx.org, id))) throw notFound('sign-in provider')
    })
    return {}
  },
})
