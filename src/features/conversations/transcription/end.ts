/** Completes a transcription, in the transaction that records the outcome. */
import type { Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { TranscriberFaultKind } from '../../../core/transcriber.ts'
import { announce } from '../../platform/webhooks/index.ts'
import { selectTranscription, type TranscriptionReason, updateEnded, updateRecordingGone } from '../media/index.ts'
import { lockVisible, updateAwaited } from '../records/index.ts'

type TranscriptionEndPorts = Pick<JobContext, 'org' | 'clock' | 'jobs'>

/** Recorded reasons by kind of fault. */
export const REASONS: Readonly<Record<TranscriberFaultKind, TranscriptionReason>> = {
  unavailable: 'transcriber_unavailable',
  refused: 'transcriber_refused',
  too_large: 'too_large',
  wrong: 'transcriber_wrong',
  form: 'form_unreadable',
}

interface Failed {
  readonly id: string
  readonly ticket: number
  readonly reason: TranscriptionReason
  readonly transcriber: string | null
}

/** Records a failure. The conversation fails only if it has no transcript; an existing transcript stays. */
export async function endFailed(
  tx: Writer,
  ctx: TranscriptionEndPorts,
  { id, ticket, reason, transcriber }: Failed,
): Promise<void> {
  const standing = await lockVisible(tx, ctx.org, 'everything', id)
  const at = ctx.clock.now()
  const ended = { state: 'failed', reason, transcriber, transcriptVersion: null } as const
  if (standing === undefined || !(await updateEnded(tx, ctx.org, id, ticket, ended, at))) return
  if (standing.transcript_version === null) await serializeFailed(tx, ctx, id, at)
}

/**
 * Ends the transcription when the recording is deleted, in the same transaction. The conversation must be locked. The
 * result of a running transcription is discarded, because its ticket is no longer valid.
 */
export async function endWithoutRecording(tx: Writer, ctx: TranscriptionEndPorts, id: string): Promise<void> {
  const asked = await selectTranscription(tx, ctx.org, id)
  if (asked === undefined || asked.state === 'done') return
  const at = ctx.clock.now()
  await updateRecordingGone(tx, ctx.org, id, at)
  const standing = await lockVisible(tx, ctx.org, 'everything', id)
  if (asked.state !== 'failed' && standing?.transcript_version === null) await serializeFailed(tx, ctx, id, at)
}

async function serializeFailed(tx: Writer, ctx: TranscriptionEndPorts, id: string, at: Date): Promise<void> {
  await updateAwaited(tx, ctx.org, id, { transcript: 'none', processing: 'failed' }, at)
  const data = { conversation_id: id, transcript_version: null, failed: ['transcription'] }
  await announce(tx, ctx, { type: 'conversation.failed', data })
}

export async function endWaiting(
  tx: Writer,
  ctx: TranscriptionEndPorts,
  { id, ticket, reason }: { id: string; ticket: number; reason: 'no_transcriber' | 'no_recording' },
): Promise<void> {
  const ended = { state: 'waiting', reason, transcriber: null, transcriptVersion: null } as const
  await updateEnded(tx, ctx.org, id, ticket, ended, ctx.clock.now())
}
