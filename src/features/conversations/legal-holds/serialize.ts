import type { HoldRow } from './queries.ts'
import type { HoldTold } from './schema.ts'

export const told = (row: HoldRow): HoldTold => ({
  uuid: row.id,
  conversationUUID: row.conversation_id,
  custodianUUID: row.custodian_id,
  participantEmail: row.participant_email,
  reason: row.reason,
  createdByUUID: row.created_by,
  createdAt: row.created_at,
  releasedByUUID: row.released_by,
  releasedAt: row.released_at,
})
