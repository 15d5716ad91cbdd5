import type { ScorecardResult } from '../../conversations/records/index.ts'
import type { ScorecardResultRow } from './queries.ts'
import type { StoredResult } from './schema.ts'

/** Result in the conversation record. */
export function serializeForConversation(row: ScorecardResultRow): ScorecardResult {
  const { title, summary, items, unscored } = row
  return { uuid: row.id, scorecardId: row.scorecard_id, title, summary, items, unscored }
}

export function serializeResult(row: ScorecardResultRow): StoredResult {
  return {
    ...serializeForConversation(row),
    conversation: { uuid: row.conversation_id, title: row.conversation_title },
    source: row.source,
    scoredBy: row.scored_by,
    scorecardVersion: row.scorecard_version,
    transcriptVersion: row.transcript_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
