/**
 * Trackers: the phrases an organization watches for, and where they were said.
 *
 * A **tracker** has a name and **phrases**, each a word or words in a row, found whole and, when it is stemmed, in any
 * ending. It looks through what all speakers say or those of one side, in conversations of all teams or of those it names
 * and the teams below them. What it finds is a **hit**: segment, speaker, time, and the words verbatim.
 *
 * Hits are found when a conversation is analyzed (step `topics`), by the trackers as they are then; each tells the version
 * of its tracker. A changed tracker makes that step due again wherever analysis is asked for. Hits are of one version of
 * the transcript, and those of another are not shown.
 */
import type { Reader } from '../../core/db.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { createTracker } from './create-tracker.ts'
import { deleteTracker } from './delete-tracker.ts'
import { getTracker } from './get-tracker.ts'
import { listTrackerHits } from './list-tracker-hits.ts'
import { listTrackers } from './list-trackers.ts'
import type { Watched } from './match.ts'
import { selectWatching } from './queries.ts'
import { updateTracker } from './update-tracker.ts'

export { type Found, findPhrases, phrasesPiece, type Watched } from './match.ts'
export { replaceHits, selectHitsOfConversation } from './queries-hits.ts'
export { type Tracker, trackerHits } from './schema.ts'
export { createTracker, deleteTracker, getTracker, listTrackerHits, listTrackers, updateTracker }

export const operations: readonly AnyOperation[] = [
  listTrackers,
  createTracker,
  getTracker,
  updateTracker,
  deleteTracker,
  listTrackerHits,
]

/** The trackers that look through conversations of a team, in the order of their ids. */
export async function watchersOf(db: Reader, org: OrganizationId, teamId: string | null): Promise<Watched[]> {
  const rows = await selectWatching(db, org, teamId)
  return rows.map(({ case_sensitive: caseSensitive, ...row }) => ({ ...row, caseSensitive }))
}
