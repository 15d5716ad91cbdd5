import { z } from 'zod'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { readOutcome } from '../../conversations/crm-records/index.ts'
import { loadSummaries } from './load.ts'
import { selectDealRows, selectOwnDealIds } from './queries.ts'
import { type DealSignal, type DealSummary, dealSummary } from './schema.ts'

/** Maximum number of own conversations whose deals are considered, newest first. */
const CALLS_MAX = 500
/** Maximum number of deals whose signals are computed: those with the newest own conversation. */
const DEALS_MAX = 50

/** Signals that the owner can act on. One contact alone needs nothing today. */
const NEEDS: ReadonlySet<DealSignal['kind']> = new Set([
  'quiet',
  'close_date_passed',
  'overdue_promise',
  'no_next_step',
])

/**
 * Open deals of the caller that need something, most signals first, then most recently active first. A deal belongs to the
 * user who owns its newest conversation that the caller can read. It has no route: the start page of members uses it.
 */
export const listOwnDealsInNeed = defineToolOperation({
  id: 'listOwnDealsInNeed',
  summary: 'List own deals that need something',
  tag: 'Deals',
  input: z.object(pageFields({ default: 5, max: 50 })),
  output: pageSchema(dealSummary),
  requires: { scope: 'read', level: 'user' },
  async handle({ page, size }, ctx) {
    const visibility = toVisibility(ctx.principal)
    const userId = ctx.principal.user?.id ?? ''
    const ids = await selectOwnDealIds(ctx.db, ctx.org, visibility, { userId, calls: CALLS_MAX, limit: DEALS_MAX })
    if (ids.length === 0) return { data: [], meta: pageMeta(page, size, 0) }
    const rows = await selectDealRows(ctx.db, ctx.org, visibility, { limit: ids.length, ids })
    const open = rows.filter(
      ({ fields, last }) => last?.ownerId === userId && (readOutcome(fields) ?? 'open') === 'open',
    )
    const needy = (await loadSummaries(ctx, open)).filter((deal) => countNeeds(deal) > 0)
    const sorted = needy.toSorted((a, b) => countNeeds(b) - countNeeds(a))
    return { data: sorted.slice((page - 1) * size, page * size), meta: pageMeta(page, size, sorted.length) }
  },
})

const countNeeds = ({ signals }: DealSummary): number => signals.filter(({ kind }) => NEEDS.has(kind)).length
