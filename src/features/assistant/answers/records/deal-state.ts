/** State of a deal, from its newest calls: signals that it needs attention, and what the other side worries about. */
import { readDealField, readOutcome } from '../../../conversations/crm-records/index.ts'
import type { SummaryContent } from '../../../text/extractive-summary/index.ts'
import { type Fact, nameCall } from './compose-record.ts'
import { type DealSignal, findDealSignals, toDay } from './deal-signals.ts'
import type { CallRecord, RecordPorts, RecordQuestion } from './model.ts'
import { selectCalls, selectSummaries } from './queries.ts'
import type { Deal } from './queries-deals.ts'
import type { QuoteFinder } from './quotes.ts'
import { findStatements } from './statements.ts'

/** Maximum number of the newest calls that are read. */
const CALLS_MAX = 3

export interface DealState {
  /** Newest calls with their summaries, newest first. */
  readonly calls: readonly SummarizedCall[]
  readonly signals: readonly DealSignal[]
}

export interface SummarizedCall {
  readonly call: CallRecord
  readonly summary: SummaryContent | undefined
}

export const isOpen = ({ fields }: Deal): boolean => (readOutcome(fields) ?? 'open') === 'open'

/** @param ids calls that the caller can see, newest first */
export async function loadNewestCalls(
  { db, org }: RecordPorts,
  { within }: Pick<RecordQuestion, 'within'>,
  ids: readonly string[],
): Promise<SummarizedCall[]> {
  const conversationIds = ids.slice(0, CALLS_MAX)
  if (conversationIds.length === 0) return []
  const { calls } = await selectCalls(db, org, { ...within, conversationIds }, { order: 'newest', limit: CALLS_MAX })
  const summaries = await selectSummaries(db, org, conversationIds)
  return calls.map((call) => {
    const content = summaries.get(call.id)
    return { call, summary: content === undefined ? undefined : (JSON.parse(content) as SummaryContent) }
  })
}

export async function readDealState(ports: RecordPorts, question: RecordQuestion, deal: Deal): Promise<DealState> {
  const calls = await loadNewestCalls(ports, question, deal.callIds)
  const closeDate = readDealField(deal.fields, 'closeDate')
  const known = {
    outcome: readOutcome(deal.fields) ?? 'open',
    close_date: closeDate === undefined ? null : toDay(closeDate),
    conversations_count: deal.callIds.length,
  } as const
  return { calls, signals: findDealSignals(known, calls, question.now) }
}

/** Newest worry of the other side, with its call. */
export async function findWorry(finder: QuoteFinder, calls: readonly SummarizedCall[]): Promise<Fact | undefined> {
  for (const { call } of calls) {
    const wanted = { cues: ['worries'], topic: [], isExternal: true } as const
    const [best] = findStatements(call, await finder.text(call), wanted)
    if (best !== undefined)
      return { text: `Worry: ${best.text} [${nameCall(call)}]`, proofs: best.proofs, calls: [call.id] }
  }
  return undefined
}
