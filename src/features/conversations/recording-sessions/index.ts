/**
 * Recording sessions: recordings that browsers send in parts while they record.
 *
 * A **session** belongs to one user, who confirmed that everybody agreed to be recorded. A **take** is one WebM file of the
 * browser; after a reload, the browser begins another one. Its **parts** are stored when they arrive. Finishing joins the
 * takes and imports the recording as a conversation. A session without new parts for a day is finished by a job.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { addRecordingPart } from './add-recording-part.ts'
import { createRecordingSession } from './create-recording-session.ts'
import { deleteRecordingSession } from './delete-recording-session.ts'
import { discardParts } from './discard-parts.job.ts'
import { finishIdleSession } from './finish-idle-session.job.ts'
import { finishRecordingSession } from './finish-recording-session.ts'
import { listRecordingSessions } from './list-recording-sessions.ts'

export { endUserSessions } from './discard-parts.job.ts'
export { RECORDER } from './model.ts'
export { sessionNotFound } from './owner.ts'
export { PART_BYTES_MAX } from './schema.ts'
export {
  addRecordingPart,
  createRecordingSession,
  deleteRecordingSession,
  finishRecordingSession,
  listRecordingSessions,
}

export const operations: readonly AnyOperation[] = [
  createRecordingSession,
  listRecordingSessions,
  addRecordingPart,
  finishRecordingSession,
  deleteRecordingSession,
]

export const jobs: readonly AnyJob[] = [discardParts, finishIdleSession]
