import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { transcribeConversationKind } from './kind.ts'
import { upsertTranscription } from './queries-transcriptions.ts'
import type { TranscriptionReason } from './schema.ts'

type TranscriptionRequestContext = Pick<Ports, 'clock' | 'jobs' | 'transcriber'> & { readonly org: OrganizationId }

/**
 * Schedules the transcription of a conversation when the transaction is committed, or stores the reason why it waits.
 * Only the last request is valid.
 * @param about.replaces version of the transcript that the result replaces. Null if there is none
 */
export async function requestTranscription(
  tx: Writer,
  { org, clock, jobs, transcriber }: TranscriptionRequestContext,
  conversationId: string,
  about: { readonly hasRecording: boolean; readonly replaces: number | null },
): Promise<void> {
  const { hasRecording, replaces } = about
  const reason: TranscriptionReason | null = !hasRecording
    ? 'no_recording'
    : transcriber === undefined
      ? 'no_transcriber'
      : null
  const wanted = { state: reason === null ? ('queued' as const) : ('waiting' as const), reason, replaces }
  const ticket = await upsertTranscription(tx, org, conversationId, wanted, clock.now())
  if (reason === null) await jobs.add(tx, org, transcribeConversationKind, { id: conversationId, ticket })
}
