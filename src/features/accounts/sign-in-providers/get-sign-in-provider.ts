import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectProvider } from './queries.ts'
import { signInProvider } from './schema.ts'
import { serializeProvider } from './serialize.ts'

export const getSignInProvider = defineOperation({
  id: 'getSignInProvider',
  summary: 'Get a sign-in provider',
  description: 'Returns a provider without its client secret. Requires the admin role.',
  tag: 'Sign-in',
  input: z.object({ id: pathId('sign-in provider') }),
  output: signInProvider,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/sign-in-providers/{id}', ...inData(signInProvider) },
  async handle({ id }, ctx) {
    const row = await selectProvider(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('sign-in provider')
    return serializeProvider(row, ctx.publicUrl())
  },
})
