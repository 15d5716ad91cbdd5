import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectPolicies } from './queries.ts'
import { policy } from './schema.ts'
import { serializePolicy } from './serialize.ts'

export const listRetentionPolicies = defineOperation({
  id: 'listRetentionPolicies',
  summary: 'List retention policies',
  description: 'Returns the policies with the results of their last runs, newest first. Requires the admin role.',
  tag: 'Privacy',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(policy),
  requires: { scope: 'read', role: 'ADMIN' },
  rest: { method: 'GET', path: '/retention-policies', ...paged(policy) },
  async handle(input, ctx) {
    const { rows, meta } = await selectPolicies(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map(serializePolicy), meta }
  },
})
