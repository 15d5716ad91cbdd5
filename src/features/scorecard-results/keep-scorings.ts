/** How what the program makes of a conversation becomes its results. */
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { deleteResult } from './queries.ts'
import { deleteInapplicable, type NewScoring, putScoring, selectDismissed, selectScorings } from './queries-scorings.ts'
import { storeScorecardResult, tellElement } from './store.ts'

/**
 * Stores what the program made of a conversation, which is locked, by each scorecard that applies to it. A result comes
 * of what could be scored, unless a person's stands there or a person took it off. What a language model made stays when
 * this time none was asked, as long as it is of the same words and the same scorecard.
 * @throws Error when a scorecard is another by now
 */
export async function keepScorings(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  made: readonly NewScoring[],
  { turns, at }: { turns: readonly string[]; at: Date },
): Promise<void> {
  const [known, dismissed] = await Promise.all([
    selectScorings(tx, org, 'everything', conversationId),
    selectDismissed(tx, org, conversationId),
  ])
  await deleteInapplicable(
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
      await deleteResult(tx, org, conversationId, scorecardId, 'ai')
      continue
    }
    await storeScorecardResult(tx, org, {
      ...{ conversationId, scorecardId, summaryText, unscored, turns, at },
      ...{ source: 'ai', scoredBy: null, version: scorecardVersion },
      items: items.map(({ uuid, description, evidences, confidence, numericResult: { score } }) => ({
        ...{ uuid, score, description, evidences: [...evidences], confidence },
      })),
    })
  }
  await tellElement(tx, org, conversationId, at)
}
