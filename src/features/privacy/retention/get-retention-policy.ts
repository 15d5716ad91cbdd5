import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectPolicy } from './queries.ts'
import { NOUN, policy } from './schema.ts'
import { serializePolicy } from './serialize.ts'

export const getRetentionPolicy = defineOperation({
  id: 'getRetentionPolicy',
  summary: 'Get a retention policy',
  description: 'Returns a policy with the result of its last run. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId(NOUN) }),
  output: policy,
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/retention-policies/{id}', ...inData(policy) },
  async handle({ id }, ctx) {
    const row = await selectPolicy(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound(NOUN)
    return serializePolicy(row)
  },
})
