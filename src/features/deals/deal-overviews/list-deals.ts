import { z } from 'zod'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryString } from '../../../core/wire.ts'
import { readableStage, readDealField, readOutcome } from '../../conversations/crm-records/index.ts'
import { loadSummaries } from './load.ts'
import { type DealRow, selectDealRows } from './queries.ts'
import { dealSummary, outcomes } from './schema.ts'

/** Maximum number of deals that are filtered: those with the newest activity. */
const DEALS_MAX = 1_000

export const listDeals = defineOperation({
  id: 'listDeals',
  summary: 'List deals with their signals',
  description:
    'Returns opportunities with stage, amount, close date and owner from the CRM, their newest conversation, and ' +
    `signals that they need attention. Most recently active first, of the ${DEALS_MAX.toLocaleString('en-US')} most ` +
    'recently active ones.',
  tag: 'Deals',
  input: z.object({
    ...pageFields({ default: 50, max: 200 }),
    outcome: z.enum(outcomes).optional().describe('Returns only deals with this outcome. Example: `open`.'),
    stage: queryString(256)
      .optional()
      .describe('Returns only deals in this stage, ignoring case. Maximum 256 characters. Example: `Proposal`.'),
    title: queryString(512)
      .optional()
      .describe('Text that the title contains, ignoring case. Maximum 512 characters. Example: `renewal`.'),
  }),
  output: pageSchema(dealSummary),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/deals', ...paged(dealSummary) },
  async handle({ page, size, outcome, stage, title = '' }, ctx) {
    const rows = await selectDealRows(ctx.db, ctx.org, toVisibility(ctx.principal), { limit: DEALS_MAX })
    const wanted = rows.filter(
      (row) =>
        (outcome === undefined || (readOutcome(row.fields) ?? 'open') === outcome) &&
        (stage === undefined || fold(getStage(row)) === fold(stage)) &&
        fold(row.title).includes(fold(title)),
    )
    const data = await loadSummaries(ctx, wanted.slice((page - 1) * size, page * size))
    return { data, meta: pageMeta(page, size, wanted.length) }
  },
})

function getStage({ fields }: DealRow): string {
  const stage = readDealField(fields, 'stage')
  return stage === undefined ? '' : readableStage(stage)
}
