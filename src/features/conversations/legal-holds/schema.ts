/** Table of legal holds, and their response schema. */
import { z } from 'zod'
import { text } from '../../../core/wire.ts'

declare module '../../../core/db.ts' {
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

export const legalHoldReason = () =>
  text({ min: 1, max: 2_000, trim: true }).describe(
    'Reason for the hold, such as the legal matter, 1 to 2,000 characters. Example: `Case 2026-114`.',
  )

export const hold = z.object({
  uuid: z.string().describe('ID of the legal hold.'),
  conversationUUID: z.string().nullable().describe('ID of the protected conversation. Null for holds of people.'),
  custodianUUID: z
    .string()
    .nullable()
    .describe(
      'ID of the user whose conversations are protected: those they own or took part in. Null for other holds.',
    ),
  participantEmail: z
    .string()
    .nullable()
    .describe('Email address whose conversations are protected, in lower case. Null for other holds.'),
  reason: z.string().describe('Reason for the hold.'),
  createdByUUID: z
    .string()
    .nullable()
    .describe('ID of the user who created the hold. Null for organization-level keys.'),
  createdAt: z.string().describe('Time of creation, ISO 8601.'),
  releasedByUUID: z
    .string()
    .nullable()
    .describe('ID of the user who released the hold. Null for active holds and organization-level keys.'),
  updatedAt: z
    .string()
    .describe(
      'Time of the release, or else of creation. ISO 8601 date-time in UTC. Example: `2026-11-21T09:30:00.000Z`.',
    ),
  releasedAt: z.string().nullable().describe('Time of release. Null if the hold is active.'),
})
export type SerializedLegalHold = z.input<typeof hold>
