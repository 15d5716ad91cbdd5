/** Stores the transcript of a recording in the same way as an imported transcript. */
import type { Writer } from '../../../../core/db.ts'
import type { JobContext } from '../../../../core/jobs.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { indexConversation } from '../../../text/passages/index.ts'
import { findBeforeStorage } from '../../../text/redaction/index.ts'
import type { TranscriptDocument } from '../../../text/transcripts/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { appendTranscript, lockVisible } from '../queries.ts'
import { fillFromRecording, updateAwaited } from '../queries-transcription.ts'
import { type Storable, storable } from './parse-import.ts'

export interface HeardTranscript {
  readonly stored: Storable
  readonly language: string | null
}

/** Prepares a transcript for storage, outside of the transaction. */
export async function heardTranscript(
  ctx: Pick<JobContext, 'db' | 'org'>,
  document: TranscriptDocument,
): Promise<HeardTranscript> {
  const stored = storable(document, await findBeforeStorage(ctx.db, ctx.org))
  return { stored, language: document.language ?? null }
}

/** `version`: number of the new version. `superseded`: the transcript changed after the transcription was requested. */
export type IngestOutcome = { readonly version: number } | 'nothing_said' | 'superseded' | 'gone'

/**
 * @param replaces transcript version when the transcription was requested. Null if there was none
 * @param length length of the recording in seconds, if known
 */
export async function ingestTranscript(
  tx: Writer,
  ctx: Pick<JobContext, 'org' | 'clock' | 'jobs' | 'search' | 'embedding' | 'log' | 'db'>,
  id: string,
  { stored, language }: HeardTranscript,
  { replaces, length }: { readonly replaces: number | null; readonly length: number | null },
): Promise<IngestOutcome> {
  const { org } = ctx
  const standing = await lockVisible(tx, org, 'everything', id)
  if (standing === undefined) return 'gone'
  if (standing.transcript_version !== replaces) return 'superseded'
  const at = ctx.clock.now()
  await fillFromRecording(tx, org, id, { length: length ?? stored.lastEnd, language })
  if (stored.isEmpty) {
    if (replaces !== null) return 'nothing_said'
    await updateAwaited(tx, org, id, { transcript: 'none', processing: 'pending' }, at)
    await requestAnalysis(tx, ctx, [id])
    return 'nothing_said'
  }
  const version = (replaces ?? 0) + 1
  await appendTranscript(tx, org, id, version, stored.transcript, { by: null, at }, false)
  await indexConversation(ctx, tx, id, stored.passages)
  await announceUpdate(tx, ctx, id, ['transcript'])
  await requestAnalysis(tx, ctx, [id])
  return { version }
}
