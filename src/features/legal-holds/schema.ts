/** The table of holds, and what is told of one. */
import { z } from 'zod'
import { text } from '../../core/wire.ts'

declare module '../../core/db.ts' {
  interface Tables {
    legal_holds: {
      organization_id: string
      id: string
      conversation_id: string | null
      custodian_id: string | null
      participant_email: string | null
      reason: string
      created_by: string | null
      created_at: Instant
      released_by: string | null
      released_at: NullableInstant
    }
  }
}

export const NOUN = 'legal hold'

export const holdReason = () => text({ min: 1, max: 2_000, trim: true }).describe('Such as the matter it is for.')

export const hold = z.object({
  uuid: z.string(),
  conversationUUID: z.string().nullable(),
  custodianUUID: z.string().nullable().describe('A user: what they own or took part in.'),
  participantEmail: z.string().nullable(),
  reason: z.string(),
  createdByUUID: z.string().nullable(),
  createdAt: z.string(),
  releasedByUUID: z.string().nullable(),
  releasedAt: z.string().nullable(),
})
export type HoldTold = z.input<typeof hold>
