/** Tables of invitations, and what requests and answers say of one. */
import { z } from 'zod'
import { emailAddress, givenTeams, personName, roleFields, roleReference } from '../identity/index.ts'

declare module '../../core/db.ts' {
  interface Tables {
    invitations: {
      organization_id: string
      id: string
      email: string
      email_folded: string
      first_name: string
      last_name: string
      role_id: string
      secret_hash: string | null
      invited_by: string
      created_at: Instant
      expires_at: Instant
      accepted_at: NullableInstant
      user_id: string | null
      revoked_at: NullableInstant
    }
    invitation_teams: { organization_id: string; invitation_id: string; team_id: string; position: number }
  }
}

export const statuses = ['pending', 'expired', 'accepted', 'revoked'] as const
export type InvitationStatus = (typeof statuses)[number]

/** An address that mail can be sent to. */
export const mailAddress = emailAddress.pipe(z.email({ error: 'This must be an e-mail address.' }).max(254))

export const invitedPerson = {
  firstName: personName().optional(),
  lastName: personName().optional(),
  teamUUIDs: givenTeams.optional(),
  ...roleFields,
}

export const invitation = z.object({
  uuid: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  roles: z.array(roleReference),
  teams: z.array(z.object({ uuid: z.string(), name: z.string() })),
  status: z.enum(statuses),
  invitedBy: z.object({ uuid: z.string(), email: z.string() }),
  createdAt: z.string(),
  expiresAt: z.string(),
  acceptedAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  /** The user who came of it. */
  userUUID: z.string().nullable(),
})
