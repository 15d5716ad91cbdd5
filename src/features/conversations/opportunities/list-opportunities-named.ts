import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { text, uuid } from '../../../core/wire.ts'
import { OPPORTUNITY_ID_MAX } from '../crm-records/index.ts'
import { selectNamed } from './queries.ts'
import { opportunity } from './schema.ts'
import { serializeOpportunity } from './serialize.ts'

/**
 * Opportunities with a CRM ID or a Parley ID, for tools. People and CRM records use the CRM ID, calls use the Parley
 * ID. A CRM ID can identify one opportunity in each of several teams.
 */
export const listOpportunitiesNamed = defineToolOperation({
  id: 'listOpportunitiesNamed',
  summary: 'Find opportunities by ID',
  tag: 'CRM',
  input: z.object({ id: text({ min: 1, max: OPPORTUNITY_ID_MAX, trim: true }) }),
  output: z.object({ data: z.array(opportunity.extend({ conversations_count: z.int() })) }),
  requires: { scope: 'read' },
  async handle({ id }, ctx) {
    const named = { external: id, ours: uuid().safeParse(id).data }
    const rows = await selectNamed(ctx.db, ctx.org, toVisibility(ctx.principal), named)
    if (rows.length === 0) throw notFound('opportunity')
    return { data: rows.map((row) => ({ ...serializeOpportunity(row), conversations_count: row.conversations_count })) }
  },
})
