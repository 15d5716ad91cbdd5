/** Loads deals with the conversations that their summaries come from. */
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import {
  type ScopedConversations,
  type SummarizedCall,
  selectAccountNames,
  selectSummarizedCalls,
} from '../../assistant/answers/index.ts'
import { NO_FILTERS } from '../../conversations/records/index.ts'
import type { DealRow } from './queries.ts'
import type { DealSummary } from './schema.ts'
import { toDealSummary } from './serialize.ts'

export type DealPorts = Pick<Context, 'db' | 'org' | 'principal' | 'clock'>

/** Reads conversations with their summaries, newest first. */
export async function loadCalls(
  { db, org, principal }: DealPorts,
  scope: Partial<ScopedConversations>,
  limit: number,
): Promise<SummarizedCall[]> {
  const within = { visibility: toVisibility(principal), filters: NO_FILTERS, ...scope }
  return (await selectSummarizedCalls(db, org, within, limit)).calls
}

/** Summaries of deals, in the order of the rows. */
export async function loadSummaries(ports: DealPorts, rows: readonly DealRow[]): Promise<DealSummary[]> {
  const ids = rows.flatMap(({ newest }) => newest)
  const [calls, accounts] = await Promise.all([
    ids.length === 0 ? [] : loadCalls(ports, { conversationIds: ids }, ids.length),
    selectAccountNames(
      ports.db,
      ports.org,
      rows.flatMap(({ last }) => (last === null ? [] : [last.id])),
    ),
  ])
  const byId = new Map(calls.map((loaded) => [loaded.call.id, loaded]))
  const now = ports.clock.now()
  return rows.map((row) => {
    const newest = row.newest.flatMap((id) => byId.get(id) ?? [])
    return toDealSummary(row, newest, row.last === null ? undefined : accounts.get(row.last.id), now)
  })
}
