/** Stores automatic scorings and the results derived from them. */
import type { Writer } from '../../../core/db.ts'
import type { AnnouncementPorts } from '../../platform/webhooks/index.ts'
import { announceResults } from './announce.ts'
import { deleteResult } from './queries.ts'
import { deleteInapplicable, type NewScoring, putScoring, selectDismissed, selectScorings } from './queries-scorings.ts'
import { serializeElement, storeScorecardResult } from './store.ts'

/**
 * Stores the automatic scorings of a locked conversation for each applicable scorecard. A scoring with at least one
 * score becomes the result, unless a human result exists or a user deleted the result. An earlier scoring by a
 * language model stays if no model was used this time and neither transcript nor scorecard has changed.
 * @throws Error if a scorecard has changed in the meantime
 */
export async function saveScorings(
  tx: Writer,
  ctx: AnnouncementPorts,
  conversationId: string,
  made: readonly NewScoring[],
  { turns, at }: { turns: readonly string[]; at: Date },
): Promise<void> {
  const { org } = ctx
  const [known, dismissed] = await Promise.all([
    selectScorings(tx, org, 'everything', conversationId),
    selectDismissed(tx, org, conversationId),
  ])
  const gone = await deleteInapplicable(
    tx,
    org,
    conversationId,
    made.map(({ scorecardId }) => scorecardId),
  )
  for (const scoring of made) {
    const { scorecardId, scorecardVersion, transcriptVersion, items, unscored, summaryText, model } = scoring
    const had = known.find((one) => one.scorecard_id === scorecardId)
    const isBetter =
      model === null &&
      had !== undefined &&
      had.model !== null &&
      had.scorecard_version === scorecardVersion &&
      had.transcript_version === transcriptVersion
    if (isBetter) continue
    await putScoring(tx, org, scoring, at)
    if (dismissed.has(scorecardId)) continue
    if (items.length === 0) {
      const deleted = await deleteResult(tx, org, conversationId, scorecardId, 'ai')
      if (deleted !== undefined) gone.push(deleted)
      continue
    }
    await storeScorecardResult(tx, ctx, {
      ...{ conversationId, scorecardId, summaryText, unscored, turns, at },
      ...{ source: 'ai', scoredBy: null, version: scorecardVersion },
      items: items.map(({ uuid, description, evidences, confidence, numericResult: { score } }) => ({
        ...{ uuid, score, description, evidences: [...evidences], confidence },
      })),
    })
  }
  await announceResults(tx, ctx, 'deleted', gone)
  await serializeElement(tx, org, conversationId, at)
}
