import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { deleteProviderRow } from './queries.ts'

export const deleteSignInProvider = defineOperation({
  id: 'deleteSignInProvider',
  summary: 'Let nobody sign in by a provider any more, and forget its secret.',
  description: 'People who came by it stay users, and sign in by a link or a password. Their sessions go on.',
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
