/** Calls with their stored summaries. */
import type { Reader } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { SummaryContent } from '../../../text/extractive-summary/index.ts'
import type { ScopedConversations } from '../queries.ts'
import type { CallRecord } from './model.ts'
import { selectCalls, selectSummaries } from './queries.ts'

export interface SummarizedCall {
  readonly call: CallRecord
  /** Undefined if there is none. */
  readonly summary: SummaryContent | undefined
}

/** Newest calls of a scope, newest first, and the number of all. */
export async function selectSummarizedCalls(
  db: Reader,
  org: OrganizationId,
  within: ScopedConversations,
  limit: number,
): Promise<{ readonly total: number; readonly calls: SummarizedCall[] }> {
  const { total, calls } = await selectCalls(db, org, within, { order: 'newest', limit })
  const summaries = await selectSummaries(
    db,
    org,
    calls.map(({ id }) => id),
  )
  return {
    total,
    calls: calls.map((call) => {
      const content = summaries.get(call.id)
      return { call, summary: content === undefined ? undefined : (JSON.parse(content) as SummaryContent) }
    }),
  }
}
