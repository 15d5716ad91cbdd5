import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { selectDealChanges } from '../../conversations/crm-records/index.ts'
import { NO_FILTERS } from '../../conversations/records/index.ts'
import { findFindings, toDealCall } from './findings.ts'
import { addJobTitles, loadCalls, loadSummaries } from './load.ts'
import { listPeople, RECENT_OF_DEAL } from './people.ts'
import { selectDealRows } from './queries.ts'
import { type Deal, deal } from './schema.ts'
import { serializeDealChange } from './serialize.ts'

const CALLS_MAX = 50
const CHANGES_MAX = 50

export const getDeal = defineOperation({
  id: 'getDeal',
  summary: 'Get a deal with its people, promises and risks',
  description:
    'Returns an opportunity with its CRM values and their changes, conversations, and people with their job title and talk share. ' +
    'Also returns action items, risks in the words of the other side, and field values. Contains only conversations that the caller can read.',
  tag: 'Deals',
  cost: COSTS.medium,
  input: z.object({ id: pathId('opportunity') }),
  output: deal,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/deals/{id}', ...inData(deal) },
  async handle({ id }, ctx): Promise<Deal> {
    const rows = await selectDealRows(ctx.db, ctx.org, toVisibility(ctx.principal), { limit: 1, ids: [id] })
    const [summary] = await loadSummaries(ctx, rows)
    const [row] = rows
    if (summary === undefined || row === undefined) throw notFound('opportunity')
    const [calls, changes] = await Promise.all([
      loadCalls(ctx, { filters: { ...NO_FILTERS, opportunityIds: [id] } }, CALLS_MAX),
      selectDealChanges(ctx.db, ctx.org, row.externalId, CHANGES_MAX),
    ])
    const people = listPeople(
      calls.map(({ call }) => call),
      RECENT_OF_DEAL,
    )
    const ids = calls.map(({ call }) => call.id)
    return {
      ...summary,
      conversations: calls.map(toDealCall),
      changes: changes.map(serializeDealChange),
      people: await addJobTitles(ctx, people, ids),
      ...(await findFindings(ctx, calls)),
    }
  },
})
