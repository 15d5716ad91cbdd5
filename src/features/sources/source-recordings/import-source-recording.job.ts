import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineJob, type JobContext } from '../../../core/jobs.ts'
import {
  delayLimited,
  isLimited,
  openSource,
  requireUnlimited,
  type SourceRow,
  selectSource,
  updateLastSeen,
} from '../call-sources/index.ts'
import {
  type AnnouncedCall,
  findSourceKind,
  type SourceAccess,
  SourceFault,
  type SourceKind,
} from '../source-kinds/index.ts'
import { importSourceRecordingKind, isErased } from './announce-call.ts'
import { hasParts, mergeAnnounced, openAnnounced, sealAnnounced } from './announced.ts'
import { type FetchedParts, fetchRecording, fetchTranscript } from './fetch-parts.ts'
import { nextTryAt } from './model.ts'
import {
  clearDeliveryBody,
  lockRecording,
  type RecordingRow,
  selectRecordingsById,
  updateRecording,
} from './queries.ts'
import { type StoredCall, storeCall } from './store-call.ts'

type ImportTicket = { readonly id: string; readonly ticket: number }

/**
 * Fetches the parts of a call and stores them as one conversation, exactly once. Faults of the source are retried over
 * days. A call whose transcript arrives later than its recording is imported with the recording alone.
 */
export const importSourceRecording = defineJob({
  ...importSourceRecordingKind,
  async handle(asked, ctx) {
    const row = await startAttempt(ctx, asked)
    if (row === undefined) return
    const source = await selectSource(ctx.db, ctx.org, row.source_id)
    if (source === undefined) return
    try {
      requireUnlimited(source, ctx.clock.now())
      await importCall(ctx, source, row, asked)
    } catch (error) {
      ctx.signal.throwIfAborted()
      if (!(error instanceof SourceFault)) throw error
      await endAttempt(ctx, asked, error)
    }
  },
  async failed(asked, ctx) {
    await endAttempt(ctx, asked, new SourceFault('temporary', 'The import was interrupted repeatedly.'))
  },
})

/** Starts an attempt. Undefined if the job is outdated or nothing is left to import. */
async function startAttempt(ctx: JobContext, { id, ticket }: ImportTicket): Promise<RecordingRow | undefined> {
  return ctx.transactUnaudited(async (tx) => {
    const row = await lockRecording(tx, ctx.org, id)
    if (row === undefined || row.ticket !== ticket || row.state === 'failed') return undefined
    const at = ctx.clock.now()
    if (row.announced === null || isErased(row)) {
      await updateRecording(tx, ctx.org, id, { state: 'done', announced: null, next_try_at: null }, at)
      return undefined
    }
    await updateRecording(tx, ctx.org, id, { state: 'running', tries: row.tries + 1, next_try_at: null }, at)
    return { ...row, state: 'running' }
  })
}

async function importCall(ctx: JobContext, source: SourceRow, row: RecordingRow, asked: ImportTicket): Promise<void> {
  const kind = findSourceKind(source.kind)
  if (kind === undefined) throw new SourceFault('lasting', "This version of Parley doesn't support the kind of source.")
  const access = openSource(ctx, source)
  const announced = openAnnounced(ctx, row)
  const call = row.conversation_id === null ? await addFacts(kind, announced, access) : announced
  const folder = await mkdtemp(join(tmpdir(), 'parley-source-'))
  try {
    const { parts, fault } = await fetchParts(kind, call, folder, access)
    const stored = await storeCall(ctx, source, call, parts, row.conversation_id)
    const left = await note(ctx, asked, call, stored)
    if (fault !== undefined) throw fault
    if (!left) await finish(ctx, kind, call, stored.fault === undefined ? 'imported' : 'failed', access)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The source decides who owns a call, so a delivery without the owner isn't enough. What was delivered stays. */
async function addFacts(kind: SourceKind, call: AnnouncedCall, access: SourceAccess): Promise<AnnouncedCall> {
  const isComplete =
    call.ownerEmail !== undefined && (call.participants !== undefined || kind.describesParticipants !== true)
  if (kind.describe === undefined || isComplete) return call
  return { ...(await kind.describe(call, access)), ...call }
}

/** Fetches what can be fetched. A part that is missing for now doesn't hold back the other one. */
async function fetchParts(
  kind: SourceKind,
  call: AnnouncedCall,
  folder: string,
  access: SourceAccess,
): Promise<{ parts: FetchedParts; fault: SourceFault | undefined }> {
  const faults: SourceFault[] = []
  const tolerate = async <T>(work: Promise<T>): Promise<T | undefined> => {
    try {
      return await work
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error
      faults.push(error)
      return undefined
    }
  }
  const transcript = await tolerate(fetchTranscript(kind, call.transcript, folder, access))
  const notices: string[] = []
  const note = (sentence: string) => void notices.push(sentence)
  const recording = await tolerate(fetchRecording(kind, call.recording, { folder, note }, access))
  const [fault] = faults
  if (fault !== undefined && transcript === undefined && recording === undefined) throw fault
  return { parts: { transcript, recording, notice: notices[0] }, fault }
}

/**
 * Records the stored parts. A part that couldn't be read is left out from now on, because it stays the same.
 * @returns whether parts are left to import, because they failed or were announced during the import
 */
async function note(ctx: JobContext, { id }: ImportTicket, call: AnnouncedCall, stored: StoredCall): Promise<boolean> {
  const at = ctx.clock.now()
  return ctx.transactUnaudited(async (tx) => {
    const row = await lockRecording(tx, ctx.org, id)
    if (row === undefined) return false
    const has = {
      has_transcript: row.has_transcript || stored.hasTranscript,
      has_recording: row.has_recording || stored.hasRecording,
    }
    const current = row.announced === null ? call : openAnnounced(ctx, row)
    const rest = withoutLeftOut(mergeAnnounced(undefined, current, has), stored)
    const left = hasParts(rest)
    const isNewer = left && row.state === 'waiting'
    if (has.has_transcript && row.delivery_id !== null) await clearDeliveryBody(tx, ctx.org, row.delivery_id)
    await updateRecording(
      tx,
      ctx.org,
      id,
      {
        ...has,
        conversation_id: stored.conversationId,
        announced: left ? sealAnnounced(ctx, id, rest) : null,
        // A part that was announced during the import has a job of its own, and so has a part that is tried again.
        state: isNewer ? 'waiting' : left ? 'running' : 'done',
        ...(left ? {} : { next_try_at: null, delivery_id: null }),
        fault: stored.fault ?? stored.notice ?? null,
      },
      at,
    )
    await updateLastSeen(tx, ctx.org, row.source_id, 'last_call_at', at)
    return left
  })
}

/** A part that can't be read or added isn't fetched again. */
function withoutLeftOut(call: AnnouncedCall, { leftOut }: StoredCall): AnnouncedCall {
  const { transcript, recording, legs, ...facts } = call
  // Parts would follow from the legs again.
  const hasLegs = legs !== undefined && !leftOut.transcript && !leftOut.recording
  return {
    ...facts,
    ...(hasLegs ? { legs } : {}),
    ...(transcript === undefined || leftOut.transcript ? {} : { transcript }),
    ...(recording === undefined || leftOut.recording ? {} : { recording }),
  }
}

/** Marks the files at the source. The call is imported already, so a failure is only logged. */
async function finish(
  ctx: JobContext,
  kind: SourceKind,
  call: AnnouncedCall,
  outcome: 'imported' | 'failed',
  access: SourceAccess,
): Promise<void> {
  try {
    await kind.finish?.(call, outcome, access)
  } catch (error) {
    ctx.log.warn({ kind: kind.id, error: (error as Error).message }, 'files of a source were not marked')
  }
}

/** Schedules the next attempt, or ends the import of the call. */
async function endAttempt(ctx: JobContext, { id, ticket }: ImportTicket, fault: SourceFault): Promise<void> {
  const limitEnd = isLimited(fault) ? await reserveContinuation(ctx, id, fault) : undefined
  const ended = await ctx.transactUnaudited(async (tx) => {
    const row = await lockRecording(tx, ctx.org, id)
    // A newer announcement has a job of its own.
    if (row === undefined || row.ticket !== ticket || row.state === 'done') return undefined
    const at = ctx.clock.now()
    const next = isLimited(fault) ? limitEnd : findNextTry(row, fault, at)
    if (next === undefined) {
      // A conversation with one part is complete as far as it can be.
      const state = row.conversation_id === null ? 'failed' : 'done'
      const kept = state === 'failed' ? {} : { announced: null }
      await updateRecording(tx, ctx.org, id, { state, next_try_at: null, fault: fault.message, ...kept }, at)
      return row
    }
    // A quota of the source isn't a failed attempt. A backfill can need several days of it.
    const tries = isLimited(fault) ? row.tries - 1 : row.tries
    await updateRecording(tx, ctx.org, id, { state: 'waiting', tries, next_try_at: next, fault: fault.message }, at)
    await ctx.jobs.add(tx, ctx.org, importSourceRecordingKind, { id, ticket }, { startAfter: next })
    return undefined
  })
  if (ended === undefined) return
  ctx.log.warn({ source: ended.source_id, recording: id, reason: fault.message }, 'a call of a source was not imported')
  await markFailed(ctx, id)
}

/** Time at which a call continues that its source limits. Undefined if it waited for too long. */
async function reserveContinuation(ctx: JobContext, id: string, fault: SourceFault): Promise<Date | undefined> {
  const [row] = await selectRecordingsById(ctx.db, ctx.org, [id])
  return row === undefined ? undefined : delayLimited(ctx, row.source_id, fault, new Date(row.created_at))
}

/** Time of the next attempt. Undefined if nothing more is tried. */
function findNextTry(row: RecordingRow, fault: SourceFault, now: Date): Date | undefined {
  if (fault.kind !== 'temporary') return undefined
  return nextTryAt(row.tries, fault.retryAfterMs, now)
}

async function markFailed(ctx: JobContext, id: string): Promise<void> {
  const [row] = await selectRecordingsById(ctx.db, ctx.org, [id])
  const source = row === undefined ? undefined : await selectSource(ctx.db, ctx.org, row.source_id)
  const kind = source === undefined ? undefined : findSourceKind(source.kind)
  if (row === undefined || row.announced === null || source === undefined || kind?.finish === undefined) return
  try {
    await finish(ctx, kind, openAnnounced(ctx, row), 'failed', openSource(ctx, source))
  } catch (error) {
    if (!(error instanceof SourceFault)) throw error
  }
}
