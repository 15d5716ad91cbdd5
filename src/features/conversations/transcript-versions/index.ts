/**
 * Transcript versions: lists, reads and compares the versions of a transcript, and restores an earlier one.
 *
 * Each import and each change of a transcript stores a **version** with its complete text. A **restored** version is a new
 * version with the lines of an earlier one, so nothing is overwritten, and a restore is undone by another one.
 *
 * Redaction and the erasure of a person change all versions in place (`privacy/personal-data`), so no version contains
 * removed words. A version can't be restored if words were removed after a later version replaced it, because its present
 * text was never the current transcript.
 *
 * Merges and splits move lines between conversations. Versions from before can't be restored, because the undo of the merge
 * or split restores their lines. A version with lines of a conversation that the caller can't see can't be read. The
 * erasure of a conversation also deletes versions of others with its lines (`records/erase`).
 *
 * Two versions are **compared** line by line in near-linear time, and the words of the lines of one page with a limited
 * number of steps. Worker threads compare long transcripts.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getTranscriptVersion } from './get-transcript-version.ts'
import { listTranscriptVersionChanges } from './list-transcript-version-changes.ts'
import { listTranscriptVersions } from './list-transcript-versions.ts'
import { restoreTranscriptVersion } from './restore-transcript-version.ts'

export { getTranscriptVersion } from './get-transcript-version.ts'
export { listTranscriptVersionChanges } from './list-transcript-version-changes.ts'
export { listTranscriptVersions } from './list-transcript-versions.ts'
export { restoreTranscriptVersion } from './restore-transcript-version.ts'
export type { TranscriptChangeSummary, TranscriptDifference } from './schema.ts'

export const operations: readonly AnyOperation[] = [
  listTranscriptVersions,
  getTranscriptVersion,
  listTranscriptVersionChanges,
  restoreTranscriptVersion,
]
