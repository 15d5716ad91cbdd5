import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, type Context, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import type { AccountKey } from '../../conversations/crm-records/index.ts'
import {
  addJobTitles,
  findFindings,
  listPeople,
  loadCalls,
  loadSummaries as loadDealSummaries,
  selectDealRows,
  selectPeopleCalls,
  toDealCall,
} from '../deal-overviews/index.ts'
import { isOpen, loadSummaries } from './load.ts'
import { type AccountDeal, selectAccount, selectAccountCalls } from './queries.ts'
import { type Account, account, accountPathId, CALLS_MAX, DEALS_MAX, PEOPLE_CALLS_MAX, PEOPLE_MAX } from './schema.ts'

/** Number of newest conversations in which a person has to speak in order not to be silent. */
const RECENT_OF_ACCOUNT = 3

export const getAccount = defineOperation({
  id: 'getAccount',
  summary: 'Get an account with its people and risks',
  description:
    'Returns a company from the CRM with its deals, conversations and people. Adds action items, risks in the words ' +
    'of the other side, and field values. Contains only conversations that the caller can ' +
    `read. Action items and field values come from the newest ${CALLS_MAX} conversations. Older ones are in ` +
    '`GET /accounts/{id}/conversations`.',
  tag: 'Deals',
  cost: COSTS.medium,
  input: z.object({ id: accountPathId() }),
  output: account,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/accounts/{id}', ...inData(account) },
  async handle({ id }, ctx): Promise<Account> {
    const row = await selectAccount(ctx.db, ctx.org, toVisibility(ctx.principal), id)
    const [loaded] = row === undefined ? [] : await loadSummaries(ctx, [row])
    if (loaded === undefined) throw notFound('account')
    const ids = await selectNewest(ctx, id)
    const newest = ids.slice(0, CALLS_MAX)
    const calls = await loadCalls(ctx, { conversationIds: newest }, CALLS_MAX)
    const [deals, people, findings] = await Promise.all([
      loadDeals(ctx, loaded.deals),
      loadPeople(ctx, ids),
      findFindings(ctx, calls),
    ])
    const conversations = calls.map(toDealCall)
    return { ...loaded.summary, deals, conversations, people, people_conversations_count: ids.length, ...findings }
  },
})

async function selectNewest(ctx: Context, key: AccountKey): Promise<string[]> {
  const window = { page: 1, size: PEOPLE_CALLS_MAX }
  return (await selectAccountCalls(ctx.db, ctx.org, toVisibility(ctx.principal), key, window)).ids
}

async function loadDeals(ctx: Context, all: readonly AccountDeal[]): Promise<Account['deals']> {
  const ids = [...all.filter(isOpen), ...all.filter((deal) => !isOpen(deal))].slice(0, DEALS_MAX).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await selectDealRows(ctx.db, ctx.org, toVisibility(ctx.principal), { limit: ids.length, ids })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return loadDealSummaries(
    ctx,
    ids.flatMap((id) => byId.get(id) ?? []),
  )
}

/** People of both sides. Of each side, those who spoke most. */
async function loadPeople(ctx: Context, ids: readonly string[]): Promise<Account['people']> {
  const people = listPeople(await selectPeopleCalls(ctx.db, ctx.org, ids), RECENT_OF_ACCOUNT)
  const shown = [
    ...people.filter(({ side }) => side !== 'internal').slice(0, PEOPLE_MAX),
    ...people.filter(({ side }) => side === 'internal').slice(0, PEOPLE_MAX),
  ]
  return addJobTitles(ctx, shown, ids)
}
