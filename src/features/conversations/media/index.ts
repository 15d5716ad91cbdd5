/**
 * Media: files of recordings, and the state of their transcription.
 *
 * `records` depends on this feature, so that imports and erasures can store and delete files in their own
 * transactions. The operations on recordings are in `recordings`, and transcription is in `transcription`.
 *
 * A **recording** is one audio or video file. Parley recognizes it by its content and reads its duration and streams
 * before it is stored. States: `kept`; or `awaited` during a direct upload to an object store, then `kept` or `failed`.
 * A conversation has at most one recording; another one replaces it. A job deletes the file after the transaction.
 *
 * A **transcription** is `waiting` (for a transcriber or a recording), `queued`, `running`, and finally `done`, or
 * `failed` with a reason. Only the last request is valid: jobs of earlier requests do nothing.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import { discardMedia } from './discard-media.job.ts'

export { discardMedia } from './discard-media.job.ts'
export { transcribeConversationKind } from './kind.ts'
export { FORM_SECONDS, formDeadline, toFileName, toMediaKey } from './model.ts'
export { type MediaRow, type NewMedia, selectMedia, updateArrived } from './queries.ts'
export {
  selectLeft,
  selectTranscription,
  type TranscriptionRow,
  updateEnded,
  updateQueued,
  updateRecordingGone,
  updateStarted,
} from './queries-transcriptions.ts'
export { requestTranscription } from './request.ts'
export {
  FILE_NAME_MAX,
  MEDIA_BYTES_MAX,
  type MediaFailure,
  recording,
  type TranscriptionReason,
  transcription,
} from './schema.ts'
export { serializeRecording, serializeTranscription } from './serialize.ts'
export {
  attachMedia,
  discardConversationMedia,
  dropMedia,
  factsAsStored,
  findMediaFault,
  storeMedia,
} from './store-media.ts'

export const jobs: readonly AnyJob[] = [discardMedia]
