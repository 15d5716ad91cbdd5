/** Converts recordings and transcriptions to API records. */

import { detailOfReason } from './model.ts'
import type { MediaRow } from './queries.ts'
import type { TranscriptionRow } from './queries-transcriptions.ts'
import type { SerializedRecording, SerializedTranscription } from './schema.ts'

export const serializeRecording = (row: MediaRow): SerializedRecording => ({
  status: row.state,
  failure: row.failure,
  fileName: row.file_name,
  size: row.size,
  contentType: row.content_type,
  duration: row.duration,
  streams: JSON.parse(row.streams ?? '[]'),
  createdAt: row.created_at,
})

export const serializeTranscription = (row: TranscriptionRow): SerializedTranscription => ({
  status: row.state,
  reason: row.reason,
  detail: row.reason === null ? null : detailOfReason(row.reason),
  transcriber: row.transcriber,
  transcriptVersion: row.transcript_version,
  requestedAt: row.requested_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
})
