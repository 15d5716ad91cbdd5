/** Tables of invitations, and their request and response schemas. */
import { z } from 'zod'
import { emailAddress, givenTeams, personName, roleFields, roleReference } from '../identity/index.ts'

declare module '../../../core/db.ts' {
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
      updated_at: Instant
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

/** Email address that Parley can send email to. */
export const mailAddress = emailAddress.pipe(
  z.email({ error: 'Use an email address, such as anna@example.com.' }).max(254),
)

export const invitedPerson = {
  firstName: personName().optional().describe('First name. The person can change it when accepting. Example: `Anna`.'),
  lastName: personName().optional().describe('Last name. The person can change it when accepting. Example: `Berg`.'),
  teamUUIDs: givenTeams
    .optional()
    .describe(
      'IDs of active teams, from `GET /organizations/teams`. Maximum 100. The first team becomes the primary team. ' +
        'Defaults to none for a new invitation; managers must set at least one.',
    ),
  ...roleFields,
  role: roleFields.role.describe('Type of the role. Defaults to `SALES_REP` for a new invitation. Example: `MANAGER`.'),
}

export const invitation = z.object({
  uuid: z.string().describe('ID of the invitation.'),
  email: z.string().describe('Email address of the invited person.'),
  firstName: z.string().describe('First name. Can be empty.'),
  lastName: z.string().describe('Last name. Can be empty.'),
  roles: z.array(roleReference).describe('Role that the person gets. Always one entry.'),
  teams: z
    .array(z.object({ uuid: z.string().describe('ID of the team.'), name: z.string().describe('Name of the team.') }))
    .describe('Teams that the person joins, primary team first. Archived teams are omitted.'),
  status: z
    .enum(statuses)
    .describe('`pending` until the invitation is `accepted` or `revoked`, or `expired` after its expiry time.'),
  invitedBy: z
    .object({ uuid: z.string().describe('ID of the user.'), email: z.string().describe('Email address of the user.') })
    .describe('User who created the invitation.'),
  createdAt: z.string().describe('Time of creation, ISO 8601.'),
  updatedAt: z
    .string()
    .describe(
      'Time of the last change, as an ISO 8601 date-time in UTC. Expiry is not a change. Example: `2026-11-21T09:30:00.000Z`.',
    ),
  expiresAt: z.string().describe('Time at which the invitation expires.'),
  acceptedAt: z.string().nullable().describe("Time of acceptance. Null if the invitation isn't accepted."),
  revokedAt: z.string().nullable().describe("Time of revocation. Null if the invitation isn't revoked."),
  userUUID: z.string().nullable().describe("ID of the new user. Null if the invitation isn't accepted."),
})
