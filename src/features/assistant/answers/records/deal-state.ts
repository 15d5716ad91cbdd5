/** State of a deal, from its newest calls: signals that it needs attention, and what the other side worries about. */
import { readCloseDay, readOutcome } from '../../../conversations/crm-records/index.ts'
import { NO_FILTERS } from '../../../conversations/records/index.ts'
import { type Fact, nameCall } from './compose-record.ts'
import { type DealSignal, findDealSignals } from './deal-signals.ts'
import type { RecordPorts, RecordQuestion } from './model.ts'
import type { Deal } from './queries-deals.ts'
import { type SummarizedCall, selectSummarizedCalls } from './summarized-calls.ts'
import type { TranscriptReader } from './transcript-reader.ts'

/** Number of the newest calls that are read. */
export const NEWEST_CALLS = 3

export interface DealState {
  /** Newest first. */
  readonly calls: readonly SummarizedCall[]
  readonly signals: readonly DealSignal[]
}

export const isOpen = ({ fields }: Deal): boolean => (readOutcome(fields) ?? 'open') === 'open'

/**
 * Reads the newest calls of a deal that the caller can see. A person or a time in the question doesn't restrict them:
 * “No call for 30 days” is about all calls of the deal.
 */
export async function readDealState(ports: RecordPorts, question: RecordQuestion, deal: Deal): Promise<DealState> {
  const within = {
    visibility: question.within.visibility,
    filters: { ...NO_FILTERS, opportunityIds: [deal.id] },
  }
  const { calls, total } = await selectSummarizedCalls(ports.db, ports.org, within, NEWEST_CALLS)
  ports.derivesFrom(calls.map(({ call }) => call.id))
  const known = {
    outcome: readOutcome(deal.fields) ?? 'open',
    close_date: readCloseDay(deal.fields),
    conversations_count: total,
  } as const
  return { calls, signals: findDealSignals(known, calls, question.now) }
}

/** Newest worry of the other side, with its call. */
export async function findWorry(reader: TranscriptReader, calls: readonly SummarizedCall[]): Promise<Fact | undefined> {
  for (const { call } of calls) {
    const wanted = { cues: ['worries'], topic: [], isExternal: true } as const
    const [best] = await reader.findStatements(call, wanted)
    if (best !== undefined)
      return { text: `Worry: ${best.text} [${nameCall(call)}]`, proofs: best.proofs, calls: [call.id] }
  }
  return undefined
}
