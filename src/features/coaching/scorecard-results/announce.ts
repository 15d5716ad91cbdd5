/** Announces scorecard results to webhooks. Events contain IDs only: no scores, quotes or comments. */
import type { Writer } from '../../../core/db.ts'
import { type AnnouncementPorts, announceAll } from '../../platform/webhooks/index.ts'
import type { ResultSource } from './schema.ts'

export interface AnnouncedResult {
  readonly id: string
  readonly conversation_id: string
  readonly scorecard_id: string
  readonly source: ResultSource
  readonly scored_by: string | null
}

/** Sends nothing if there are no results. */
export const announceResults = (
  tx: Writer,
  ctx: AnnouncementPorts,
  event: 'created' | 'updated' | 'deleted',
  results: readonly AnnouncedResult[],
): Promise<void> =>
  announceAll(
    tx,
    ctx,
    results.map((row) => ({
      type: `scorecard_result.${event}`,
      data: {
        ...{ scorecard_result_id: row.id, conversation_id: row.conversation_id, scorecard_id: row.scorecard_id },
        ...{ source: row.source, scored_by_user_id: row.scored_by },
      },
    })),
  )
