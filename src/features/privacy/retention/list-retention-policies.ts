import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { selectPolicies } from './queries.ts'
import { policy } from './schema.ts'
import { serializePolicy } from './serialize.ts'

export const listRetentionPolicies = defineOperation({
  id: 'listRetentionPolicies',
  summary: 'List retention policies',
  description: 'Returns the policies with the results of their last runs, newest first. Requires the admin role.',
  tag: 'Privacy',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(policy),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/retention-policies', ...paged(policy) },
  async handle({ page, size }, ctx) {
    const { total, rows } = await selectPolicies(ctx.db, ctx.org, { limit: size, offset: (page - 1) * size })
    return { data: rows.map(serializePolicy), meta: pageMeta(page, size, total) }
  },
})
