import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deletePolicy } from './queries.ts'
import { NOUN } from './schema.ts'

export const deleteRetentionPolicy = defineOperation({
  id: 'deleteRetentionPolicy',
  summary: 'Delete a retention policy',
  description: 'Deletes the policy permanently. Conversations stay. Requires the admin role.',
  tag: 'Privacy',
  input: z.object({ id: pathId(NOUN) }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/retention-policies/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deletePolicy(tx, ctx.org, id))) throw notFound(NOUN)
    })
    return undefined
  },
})
