/** Converts calls at sources to responses. */
import type { z } from 'zod'
import { readAnnounced, type SealContext } from './announced.ts'
import type { RecordingRow } from './queries.ts'
import type { sourceRecording } from './schema.ts'

export const serializeSourceRecording = (ctx: SealContext, row: RecordingRow): z.input<typeof sourceRecording> => ({
  uuid: row.id,
  sourceUUID: row.source_id,
  externalID: row.external_id,
  title: row.conversation_title ?? findAnnouncedTitle(ctx, row),
  status: row.state,
  hasTranscript: row.has_transcript,
  hasRecording: row.has_recording,
  conversationUUID: row.conversation_id,
  tries: row.tries,
  nextTryAt: row.next_try_at,
  fault: row.fault,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** Names of files that vendors' adapters choose, without a word about the call. */
const GENERIC = /^(?:recording|transcript|transcription|conversation|meeting|call|audio|video)(?:\.\w+)?$/i

/** Title at the source, or the name of a file, by which people recognize a call that isn't imported yet. */
function findAnnouncedTitle(ctx: SealContext, row: RecordingRow): string | null {
  const call = readAnnounced(ctx, row)
  const names = [call?.objects?.[0]?.name, call?.recording?.name, call?.transcript?.name]
  return (
    [call?.title?.trim(), ...names.filter((name) => name !== undefined && !GENERIC.test(name))].find(Boolean) ?? null
  )
}
