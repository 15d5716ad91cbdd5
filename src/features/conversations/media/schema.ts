/** Tables of recordings and transcriptions, and their response schemas. */
import { z } from 'zod'
import { mediaStream } from '../../../core/media.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    media_files: {
      organization_id: string
      conversation_id: string
      id: string
      state: MediaState
      failure: MediaFailure | null
      file_name: string
      size: number
      sha256: string | null
      content_type: string | null
      duration: number | null
      streams: string | null
      created_at: Instant
    }
    transcriptions: {
      organization_id: string
      conversation_id: string
      state: TranscriptionState
      reason: TranscriptionReason | null
      ticket: number
      replaces: number | null
      transcriber: string | null
      transcript_version: number | null
      requested_at: Instant
      started_at: NullableInstant
      finished_at: NullableInstant
    }
  }
}

export const MEDIA_BYTES_MAX = 2 * 1024 ** 3
export const FILE_NAME_MAX = 255

const mediaState = z.enum(['awaited', 'kept', 'failed'])
export type MediaState = z.output<typeof mediaState>
const mediaFailure = z.enum(['not_received', 'not_media', 'unknown_form', 'too_complex'])
export type MediaFailure = z.output<typeof mediaFailure>

const transcriptionState = z.enum(['waiting', 'queued', 'running', 'done', 'failed'])
export type TranscriptionState = z.output<typeof transcriptionState>
const transcriptionReason = z.enum([
  ...['no_transcriber', 'no_recording', 'nothing_said', 'superseded', 'no_sound', 'not_media', 'form_unreadable'],
  ...['recording_gone', 'link_unreachable', 'too_large'],
  ...['store_unavailable', 'interrupted', 'transcriber_unavailable', 'transcriber_refused', 'transcriber_wrong'],
] as const)
export type TranscriptionReason = z.output<typeof transcriptionReason>

/** Response schema of a recording. */
export const recording = z.object({
  status: mediaState.describe(
    '`awaited` during a direct upload to the object store, `kept` when the file is stored, or `failed`.',
  ),
  failure: mediaFailure.nullable().describe('Reason of a failed upload. Null for other states.'),
  fileName: z.string().describe('Name of the uploaded file.'),
  size: z.number().describe('Size of the file in bytes.'),
  contentType: z.string().nullable().describe('Media type that Parley recognized. Null until the file arrives.'),
  duration: z
    .number()
    .nullable()
    .describe("Duration in seconds, from the metadata of the file. Null if unknown or if the file hasn't arrived."),
  streams: z.array(mediaStream).describe('Audio and video streams of the file. Empty until the file arrives.'),
  createdAt: z.string().describe('Time at which the upload was requested.'),
})
export type SerializedRecording = z.output<typeof recording>

export const transcription = z.object({
  status: transcriptionState.describe('State of the transcription. `waiting` means for a transcriber or a recording.'),
  reason: transcriptionReason
    .nullable()
    .describe(
      'Code of the reason why the transcription waits, is retried, failed or has no transcript. Null otherwise.',
    ),
  detail: z.string().nullable().describe('Explanation of `reason`. Null if there is no reason.'),
  transcriber: z.string().nullable().describe('Name of the transcriber. Null until the transcription ends.'),
  transcriptVersion: z
    .int()
    .nullable()
    .describe('Version of the transcript that the transcription created. Null if it created none.'),
  requestedAt: z.string().describe('Time of the last request.'),
  startedAt: z.string().nullable().describe('Time of the last start. Null if it has not started.'),
  finishedAt: z.string().nullable().describe('Time at which it ended. Null if it has not ended.'),
})
export type SerializedTranscription = z.output<typeof transcription>
