/** Converts calls at sources to responses. */
import type { z } from 'zod'
import type { RecordingRow } from './queries.ts'
import type { sourceRecording } from './schema.ts'

export const serializeSourceRecording = (row: RecordingRow): z.input<typeof sourceRecording> => ({
  uuid: row.id,
  sourceUUID: row.source_id,
  externalID: row.external_id,
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
