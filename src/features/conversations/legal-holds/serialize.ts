import type { HoldRow } from './queries.ts'
import type { SerializedLegalHold } from './schema.ts'

export const serializeLegalHold = (row: HoldRow): SerializedLegalHold => ({
  uuid: row.id,
  conversationUUID: row.conversation_id,
  custodianUUID: row.custodian_id,
  participantEmail: row.participant_email,
  reason: row.reason,
  createdByUUID: row.created_by,
  createdAt: row.created_at,
  releasedByUUID: row.released_by,
  releasedAt: row.released_at,
  updatedAt: row.updated_at,
})
