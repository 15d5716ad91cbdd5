/** Acceptance of invitations. Called by sign-in, because an invited person has no key yet. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Store, Writer } from '../../../core/db.ts'
import { notFound } from '../../../core/errors.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { addUser } from '../identity/index.ts'
import { matchesSecretHash, readToken } from './model.ts'
import { type InvitationRow, lockInvitation, selectPendingInvitationId, updateAccepted } from './queries.ts'

/**
 * Creates the user of an invitation, once, with the invited role and with the invited teams that aren't archived.
 * @param token last path segment of the link
 * @param person first and last name; defaults to the names of the invitation
 * @throws AppError `invitation_not_found` for an invalid, used, revoked, expired or replaced link, without
 * distinguishing them; `email_taken` if another user has the address by now
 */
export async function acceptInvitation(
  store: Pick<Store, 'of'>,
  clock: Clock,
  token: string,
  person: { firstName?: string; lastName?: string } = {},
): Promise<{ organizationId: OrganizationId; userId: string; email: string }> {
  const read = readToken(token)
  if (read === undefined) throw notFound('invitation', '/token')
  const { organizationId: org, invitationId, secret } = read
  const userId = newId()
  const now = clock.now()
  const email = await store.of(org).transact(async (tx) => {
    const invitation = await lockInvitation(tx, org, invitationId, 'everyone', now)
    if (invitation?.status !== 'pending' || !matchesSecretHash(secret, invitation.secret_hash)) {
      throw notFound('invitation', '/token')
    }
    await join(tx, org, invitation, { userId, at: now, ...person })
    return invitation.email
  })
  return { organizationId: org, userId, email }
}

/**
 * Accepts the pending invitation of a person whose email address an identity provider confirmed.
 * @returns ID of the new user, or undefined if the address has no pending invitation
 * @throws AppError `email_taken` if another request created a user with the address
 */
export async function acceptInvitationByEmail(
  tx: Writer,
  org: OrganizationId,
  email: string,
  at: Date,
  person: { firstName?: string; lastName?: string } = {},
): Promise<string | undefined> {
  const id = await selectPendingInvitationId(tx, org, email)
  const invitation = id === undefined ? undefined : await lockInvitation(tx, org, id, 'everyone', at)
  if (invitation?.status !== 'pending') return undefined
  const userId = newId()
  await join(tx, org, invitation, { userId, at, ...person })
  return userId
}

async function join(
  tx: Writer,
  org: OrganizationId,
  invitation: InvitationRow,
  { userId, at, firstName, lastName }: { userId: string; at: Date; firstName?: string; lastName?: string },
): Promise<void> {
  const user = {
    id: userId,
    email: invitation.email,
    firstName: firstName ?? invitation.first_name,
    lastName: lastName ?? invitation.last_name,
    role: invitation.role_type,
    teamIds: invitation.teams.map((team) => team.id),
    createdAt: at,
  }
  await addUser(tx, org, user, '/teams')
  await updateAccepted(tx, org, invitation.id, { userId, at })
}
