import type { ScorecardResult } from '../../conversations/records/index.ts'
import type { ResultRow } from './queries.ts'
import type { StoredResult } from './schema.ts'

/** Result in the conversation record. */
export function elementResultOf(row: ResultRow): ScorecardResult {
  const { title, summary, items, unscored } = row
  return { uuid: row.id, scorecardId: row.scorecard_id, title, summary, items, unscored }
}

export function resultOf(row: ResultRow): StoredResult {
  return {
    ...elementResultOf(row),
    conversation: { uuid: row.conversation_id, title: row.conversation_title },
    source: row.source,
    scoredBy: row.scored_by,
    scorecardVersion: row.scorecard_version,
    transcriptVersion: row.transcript_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
