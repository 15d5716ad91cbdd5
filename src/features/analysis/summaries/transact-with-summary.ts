/**
 * Transactions that may store an extractive summary. It is created before the transaction, in worker threads, because
 * that takes seconds for a large transcript, during which nobody should wait for the event loop or for locks.
 */
import type { Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { lockVisible } from '../../conversations/records/index.ts'
import { type GeneratedSummary, summarizeExtractively } from './make.ts'
import { type SummaryState, selectStanding, selectSubject } from './queries.ts'

/** State of the summary of a locked conversation, with the extractive summary that the transaction can store. */
export interface LockedSummary extends SummaryState {
  /** Extractive summary of the current transcript. Undefined if it isn't needed, or there is no transcript. */
  readonly extractive: GeneratedSummary | undefined
}

/**
 * @param needsExtractive whether the transaction needs an extractive summary
 * @param work runs in a transaction that has locked the conversation
 * @throws AppError `conversation_not_found`
 */
export async function transactWithSummary<T>(
  ctx: Context,
  id: string,
  needsExtractive: (state: SummaryState) => boolean,
  work: (tx: Writer, state: LockedSummary) => Promise<T>,
): Promise<T> {
  const isNeeded = (state: SummaryState) => state.current !== null && needsExtractive(state)
  for (;;) {
    ctx.signal.throwIfAborted()
    const made = await createIfNeeded(ctx, id, isNeeded)
    try {
      return await ctx.transact(async (tx) => {
        const locked = await lockVisible(tx, ctx.org, toVisibility(ctx.principal), id)
        const state = locked && (await selectStanding(tx, ctx.org, 'everything', id))
        if (state === undefined) throw notFound('conversation')
        if (isNeeded(state) && made?.version !== state.current) throw new TranscriptChanged()
        return work(tx, { ...state, extractive: made?.summary })
      })
    } catch (error) {
      if (!(error instanceof TranscriptChanged)) throw error
    }
  }
}

/** Rolls the transaction back, with its audit entry. The summary is created again. */
class TranscriptChanged extends Error {}

interface VersionedSummary {
  /** Version of the transcript. */
  readonly version: number | null
  readonly summary: GeneratedSummary
}

async function createIfNeeded(
  ctx: Context,
  id: string,
  isNeeded: (state: SummaryState) => boolean,
): Promise<VersionedSummary | undefined> {
  // Not from a replica, which can have an earlier version than the transaction that follows.
  const subject = await ctx.transactUnaudited(async (tx) => {
    const state = await selectStanding(tx, ctx.org, toVisibility(ctx.principal), id)
    if (state === undefined) throw notFound('conversation')
    return isNeeded(state) ? await selectSubject(tx, ctx.org, id) : undefined
  })
  if (subject === undefined) return undefined
  const content = await summarizeExtractively(subject, ctx.requestWorkers, ctx.signal)
  return { version: subject.transcript_version, summary: { content, model: null, fault: null } }
}
