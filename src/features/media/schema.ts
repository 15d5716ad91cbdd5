/** The tables of recordings and of their way to a transcript, and what answers say of both. */
import { z } from 'zod'
import { mediaStream } from '../../core/media.ts'

declare module '../../core/db.ts' {
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

/** A recording as answers tell it. */
export const recording = z.object({
  status: mediaState.describe('awaited: it is sent straight to the store of files.'),
  failure: mediaFailure.nullable(),
  fileName: z.string(),
  size: z.number().describe('In bytes.'),
  contentType: z.string().nullable(),
  duration: z.number().nullable().describe('In seconds, as the file tells.'),
  streams: z.array(mediaStream),
  createdAt: z.string(),
})
export type ToldRecording = z.output<typeof recording>

export const transcription = z.object({
  status: transcriptionState,
  reason: transcriptionReason.nullable().describe('Why it waits, failed, is tried again, or how it ended.'),
  detail: z.string().nullable().describe('The reason in words.'),
  transcriber: z.string().nullable(),
  transcriptVersion: z.int().nullable().describe('The version of the transcript that it became.'),
  requestedAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type ToldTranscription = z.output<typeof transcription>
