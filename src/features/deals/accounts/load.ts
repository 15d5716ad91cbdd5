/** Loads accounts with their deals and newest conversations, and converts them to responses. */
import { toVisibility } from '../../../core/principal.ts'
import { findDealSignals, type SummarizedCall } from '../../assistant/answers/index.ts'
import {
  type CrmFields,
  formatAccountId,
  readAmount,
  readCloseDay,
  readDealField,
  readOutcome,
  readRecordName,
} from '../../conversations/crm-records/index.ts'
import { type DealPorts, loadCalls } from '../deal-overviews/index.ts'
import { type AccountDeal, type AccountRow, selectAccountDeals, toMapKey } from './queries.ts'
import type { AccountSummary } from './schema.ts'

export interface LoadedAccount {
  readonly summary: AccountSummary
  /** Most recently active first. */
  readonly deals: readonly AccountDeal[]
}

/** Accounts in the order of the rows. */
export async function loadSummaries(ports: DealPorts, rows: readonly AccountRow[]): Promise<LoadedAccount[]> {
  if (rows.length === 0) return []
  const ids = rows.flatMap(({ newest }) => newest)
  const [calls, deals] = await Promise.all([
    loadCalls(ports, { conversationIds: ids }, ids.length),
    selectAccountDeals(ports.db, ports.org, toVisibility(ports.principal), rows),
  ])
  const byId = new Map(calls.map((loaded) => [loaded.call.id, loaded]))
  const now = ports.clock.now()
  return rows.map((row) => {
    const own = deals.get(toMapKey(row)) ?? []
    const newest = row.newest.flatMap((id) => byId.get(id) ?? [])
    return { summary: toSummary(row, own, newest, now), deals: own }
  })
}

export const isOpen = ({ fields }: AccountDeal): boolean => (readOutcome(fields) ?? 'open') === 'open'

function toSummary(
  { fields, calls, last, ...key }: AccountRow,
  deals: readonly AccountDeal[],
  newest: readonly SummarizedCall[],
  now: Date,
): AccountSummary {
  const open = deals.filter(isOpen)
  const isLost = deals.length > 0 && deals.every((deal) => readOutcome(deal.fields) === 'lost')
  const closeDays = open.flatMap((deal) => readCloseDay(deal.fields) ?? []).toSorted()
  const known = {
    outcome: isLost ? 'lost' : 'open',
    close_date: closeDays[0] ?? null,
    conversations_count: calls,
  } as const
  return {
    id: formatAccountId(key),
    code: key.code,
    crm_id: key.recordId,
    name: readRecordName(fields) ?? key.recordId,
    domain: readText(fields, ['domain', 'website']),
    industry: readText(fields, ['industry']),
    owner_name: readDealField(fields, 'owner') ?? null,
    conversations_count: calls,
    last_conversation: { id: last.id, title: last.title, started_at: last.startedAt },
    open_deals_count: open.length,
    open_amounts: sumAmounts(open),
    signals: findDealSignals(known, newest, now),
  }
}

function sumAmounts(deals: readonly AccountDeal[]): AccountSummary['open_amounts'] {
  const sums = new Map<string | null, number>()
  for (const { fields } of deals) {
    const amount = readAmount(fields)
    const currency = readDealField(fields, 'currency') ?? null
    if (amount !== undefined) sums.set(currency, (sums.get(currency) ?? 0) + amount)
  }
  return [...sums].map(([currency, amount]) => ({ amount, currency }))
}

/** First field with one of the names that contains text, ignoring case. */
function readText(fields: CrmFields, names: readonly string[]): string | null {
  for (const name of names) {
    const found = Object.entries(fields).find(
      ([key, value]) => key.toLowerCase() === name && typeof value === 'string' && value.trim() !== '',
    )
    if (found !== undefined) return String(found[1]).trim()
  }
  return null
}
