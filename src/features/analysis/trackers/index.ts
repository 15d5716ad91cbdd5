/**
 * Trackers: phrases to detect in conversations, and where they were said.
 *
 * A **tracker** has a name and **phrases** of one or more words. Whole words match; a stemmed tracker also matches
 * other word forms. A tracker applies to all speakers or to one side, in conversations of all teams or of certain teams
 * and their child teams. A match is a **hit**: segment, speaker, time, and the words verbatim.
 *
 * Hits are detected when a conversation is analyzed (step `topics`), with the current trackers; each hit has the
 * version of its tracker. After a change of a tracker, the next analysis repeats that step. Hits belong to one version
 * of the transcript and aren't shown for another.
 */
import type { Reader } from '../../../core/db.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { createTracker } from './create-tracker.ts'
import { deleteTracker } from './delete-tracker.ts'
import { getTracker } from './get-tracker.ts'
import { listTrackerHits } from './list-tracker-hits.ts'
import { listTrackers } from './list-trackers.ts'
import type { WatchedTracker } from './match.ts'
import { selectWatching } from './queries.ts'
import { updateTracker } from './update-tracker.ts'

export { findTrackerToken, TRACKER_COLORS, type TrackerColor } from './colors.ts'
export { findPhrases, phrasesTask, type TrackerMatches, type WatchedTracker } from './match.ts'
export { colorIn } from './queries.ts'
export { replaceHits, selectHitsOfConversation } from './queries-hits.ts'
export { type Tracker, trackerColor, trackerHits } from './schema.ts'
export { tools } from './tools.ts'
export { createTracker, deleteTracker, getTracker, listTrackerHits, listTrackers, updateTracker }

export const operations: readonly AnyOperation[] = [
  listTrackers,
  createTracker,
  getTracker,
  updateTracker,
  deleteTracker,
  listTrackerHits,
]

/** Trackers that apply to conversations of a team, sorted by ID. */
export async function findApplicableTrackers(
  db: Reader,
  org: OrganizationId,
  teamId: string | null,
): Promise<WatchedTracker[]> {
  const rows = await selectWatching(db, org, teamId)
  return rows.map(({ case_sensitive: caseSensitive, ...row }) => ({ ...row, caseSensitive }))
}
