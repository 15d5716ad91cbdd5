/** Converts invitations to API records. */
import type { Reader, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { toRoleRecord } from '../identity/index.ts'
import { type InvitationRow, type InvitationsOf, selectInvitation } from './queries.ts'

export const toVisibleInvitations = ({ role, user }: Principal): InvitationsOf =>
  role === 'ADMIN' || user === undefined ? 'everyone' : { userId: user.id }

/** @throws AppError `invitation_not_found` */
export async function serializeInvitation(db: Reader | Writer, org: OrganizationId, id: string, now: Date) {
  const row = await selectInvitation(db, org, id, now)
  if (row === undefined) throw notFound('invitation')
  return toInvitationRecord(row)
}

export const toInvitationRecord = (row: InvitationRow) => ({
  uuid: row.id,
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  roles: [toRoleRecord({ id: row.role_id, type: row.role_type })],
  teams: row.teams.map(({ id, name }) => ({ uuid: id, name })),
  status: row.status,
  invitedBy: { uuid: row.invited_by, email: row.inviter_email },
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  expiresAt: row.expires_at,
  acceptedAt: row.accepted_at,
  revokedAt: row.revoked_at,
  userUUID: row.user_id,
})
