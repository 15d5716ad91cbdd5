import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectOpportunity } from './queries.ts'
import { opportunity } from './schema.ts'
import { serializeOpportunity } from './serialize.ts'

const output = opportunity.extend({
  conversations_count: z
    .int()
    .describe('Number of its conversations that the caller has access to, without archived ones.'),
})

export const getOpportunity = defineOperation({
  id: 'getOpportunity',
  summary: 'Get an opportunity',
  description: 'Returns an opportunity with the number of its conversations.',
  tag: 'CRM',
  input: z.object({ id: pathId('opportunity') }),
  output,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/opportunities/{id}',
    ...inData(output),
  },
  async handle({ id }, ctx) {
    const row = await selectOpportunity(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    if (row === undefined) throw notFound('opportunity')
    return { ...serializeOpportunity(row), conversations_count: row.conversations_count }
  },
})
