/** Table of calls at sources, and response schemas. */
import { z } from 'zod'

declare module '../../../core/db.ts' {
  interface Tables {
    source_recordings: {
      organization_id: string
      id: string
      source_id: string
      external_id: string
      state: RecordingState
      ticket: number
      announced: string | null
      has_transcript: boolean
      has_recording: boolean
      conversation_id: string | null
      delivery_id: string | null
      tries: number
      next_try_at: NullableInstant
      fault: string | null
      created_at: Instant
      updated_at: Instant
    }
  }
}

export const recordingState = z.enum(['waiting', 'running', 'done', 'failed'])
export type RecordingState = z.output<typeof recordingState>

export const sourceRecording = z
  .object({
    uuid: z.string().describe('ID of the call at the source, as Parley stores it.'),
    sourceUUID: z.string().describe('ID of the source.'),
    externalID: z.string().describe('ID of the call at the source.'),
    title: z
      .string()
      .nullable()
      .describe(
        'Title of the conversation. Before the import: the title at the source, or the name of the file. Null if ' +
          'neither is known.',
      ),
    status: recordingState.describe(
      '`waiting` for the import or the next attempt, `running`, `done`, or `failed` if nothing more is tried.',
    ),
    hasTranscript: z.boolean().describe('Whether the transcript of the source was imported.'),
    hasRecording: z.boolean().describe('Whether the recording of the source was imported.'),
    conversationUUID: z
      .string()
      .nullable()
      .describe('ID of the conversation. Null before the import, and after the conversation was erased.'),
    tries: z.int().describe('Number of attempts since it was announced last.'),
    nextTryAt: z.string().nullable().describe('Time of the next attempt. Null if none is planned.'),
    fault: z
      .string()
      .nullable()
      .describe(
        'Why the last attempt failed, which part is missing, or why a named user does not own the call. Null otherwise.',
      ),
    createdAt: z.string().describe('When the call was announced first.'),
    updatedAt: z.string().describe('When its state changed last.'),
  })
  .meta({ id: 'SourceRecording' })
