/** Converts rows of deals to responses. */
import { findDealSignals, type SummarizedCall } from '../../assistant/answers/index.ts'
import {
  readAmount,
  readableStage,
  readCloseDay,
  readDealField,
  readOutcome,
  type selectDealChanges,
} from '../../conversations/crm-records/index.ts'
import type { DealRow } from './queries.ts'
import type { DealChange, DealSummary } from './schema.ts'

/** Account of a conversation: the linked company, or the domain of the outside participants. */
export interface CallAccount {
  /** Null if no company is linked. */
  readonly id: string | null
  readonly name: string
}

/** @param newest the newest conversations, newest first */
export function toDealSummary(
  row: DealRow,
  newest: readonly SummarizedCall[],
  account: CallAccount | undefined,
  now: Date,
): DealSummary {
  const { fields, last } = row
  const stage = readDealField(fields, 'stage')
  const known = {
    outcome: readOutcome(fields) ?? ('open' as const),
    close_date: readCloseDay(fields),
    conversations_count: row.calls,
  }
  return {
    id: row.id,
    opportunity_id: row.externalId,
    title: row.title,
    team_id: row.teamId,
    account_name: account?.name ?? null,
    account_id: account?.id ?? null,
    stage: stage === undefined ? null : capitalize(readableStage(stage)),
    outcome: known.outcome,
    amount: readAmount(fields) ?? null,
    currency: readDealField(fields, 'currency') ?? null,
    close_date: known.close_date,
    owner_name: readDealField(fields, 'owner') ?? null,
    loss_reason: readDealField(fields, 'lossReason') ?? null,
    conversations_count: known.conversations_count,
    last_conversation: last === null ? null : { id: last.id, title: last.title, started_at: last.startedAt },
    signals: findDealSignals(known, newest, now),
  }
}

type StoredChange = Awaited<ReturnType<typeof selectDealChanges>>[number]

export const serializeDealChange = ({ field, old_value, new_value, changed_at }: StoredChange): DealChange => {
  const toText = (value: string | null) =>
    field === 'stage' && value !== null ? capitalize(readableStage(value)) : value
  return { field, from: toText(old_value), to: toText(new_value), changed_at }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
