/**
 * Media: the files of recordings, and how far each has come on its way to a transcript.
 *
 * The feature stands below conversations, so that importing and erasing one can keep and discard its file in their own
 * transactions; what people do with recordings is `recordings`, what makes transcripts of them is `transcription`.
 *
 * A **recording** is one audio or video file, recognized by its content, its length and streams read before it is kept:
 * `kept`, or `awaited` while it is on its way straight to an object store, then `kept` or `failed`. A conversation has
 * one at most; another takes its place. The file goes by a job, after the transaction that let go of it.
 *
 * A **transcription** is `waiting` (for a transcriber, or a recording), `queued`, `running`, and at last `done` or
 * `failed` with a reason of a closed list. The last request counts: jobs of earlier ones find nothing to do.
 */
import type { AnyJob } from '../../core/jobs.ts'
import { discardMedia } from './discard-media.job.ts'

export { discardMedia } from './discard-media.job.ts'
export { attachMedia, discardMediaOf, dropMedia, factsAsStored, storeMedia } from './keep.ts'
export { transcribeConversationKind } from './kind.ts'
export { FORM_SECONDS, fileOf, formDeadline, nameOf } from './model.ts'
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
export { toldRecording, toldTranscription } from './told.ts'

export const jobs: readonly AnyJob[] = [discardMedia]
