/**
 * Calls at sources: each is imported as exactly one conversation, whatever arrives first, twice, late or never.
 *
 * A call is **announced** by deliveries and looks, under the ID that the source gave it. A **recording** in this
 * feature is the row of that call: which parts were announced, which were imported, and the conversation that it
 * became. Its data is stored encrypted until all announced parts are imported, then deleted. After a conversation was
 * erased, its row remains, so that the call isn't imported again.
 *
 * Faults of the source are retried over three days. Then the import has **failed**, until the call is announced again
 * or an admin retries it.
 */
import type { AnyJob } from '../../../core/jobs.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import { importSourceRecording } from './import-source-recording.job.ts'
import { listSourceRecordings } from './list-source-recordings.ts'
import { lookAtSource } from './look-at-source.job.ts'
import { retrySourceRecording } from './retry-source-recording.ts'

export { announceCall } from './announce-call.ts'
export type { SealContext } from './announced.ts'
export { nextTryAt } from './model.ts'
export { clearAllWords, clearOldAnnouncements, type RecordingRow, selectRecordingsById } from './queries.ts'
export { sourceRecording } from './schema.ts'
export { serializeSourceRecording } from './serialize.ts'
export { listSourceRecordings, retrySourceRecording }

export const operations: readonly AnyOperation[] = [listSourceRecordings, retrySourceRecording]

export const jobs: readonly AnyJob[] = [importSourceRecording, lookAtSource]
