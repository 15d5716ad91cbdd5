import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { visibilityOf } from '../../core/principal.ts'
import { defineToolOperation } from '../../core/tool.ts'
import { text, uuid } from '../../core/wire.ts'
import { OPPORTUNITY_ID_MAX } from '../crm/index.ts'
import { selectNamed } from './queries.ts'
import { opportunity } from './schema.ts'
import { opportunityOf } from './told.ts'

/**
 * For tools: the CRM's id is what records and people say, ours is what calls say, and only a program tells which is
 * which. An id of the CRM may name an opportunity in each of several teams.
 */
export const listOpportunitiesNamed = defineToolOperation({
  id: 'listOpportunitiesNamed',
  summary: 'List the opportunities that an id means, by the CRM or by ours.',
  tag: 'CRM',
  input: z.object({ id: text({ min: 1, max: OPPORTUNITY_ID_MAX, trim: true }) }),
  output: z.object({ data: z.array(opportunity.extend({ conversations_count: z.int() })) }),
  requires: { scope: 'read' },
  async handle({ id }, ctx) {
    const named = { external: id, ours: uuid().safeParse(id).data }
    const rows = await selectNamed(ctx.db, ctx.org, visibilityOf(ctx.principal), named)
    if (rows.length === 0) throw notFound('opportunity')
    return { data: rows.map((row) => ({ ...opportunityOf(row), conversations_count: row.conversations_count })) }
  },
})
