/** Accepting an invitation: for sign-in, where nobody has a key yet. */
import { type Clock, newId } from '../../core/clock.ts'
import type { Store, Writer } from '../../core/db.ts'
import { notFound } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { addUser } from '../identity/index.ts'
import { isSecretOf, readToken } from './model.ts'
import { type InvitationRow, lockInvitation, selectPendingOf, updateAccepted } from './queries.ts'

/**
 * Makes the invited person a user, once, with the role and those of the teams that are not archived meanwhile.
 * @param token what stands at the end of the link
 * @param person names they go by; those of the invitation when left out
 * @throws AppError `invitation_not_found` for a link that is wrong, used, revoked, expired or replaced by a newer one:
 * which of these is nobody's business; `email_taken` when the address has become a user's in another way
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
    if (invitation?.status !== 'pending' || !isSecretOf(secret, invitation.secret_hash)) {
      throw notFound('invitation', '/token')
    }
    await join(tx, org, invitation, { userId, at: now, ...person })
    return invitation.email
  })
  return { organizationId: org, userId, email }
}

/**
 * The same for who has shown by their organization's provider that they are the one who is invited.
 * @returns undefined when nobody has invited them
 * @throws AppError `email_taken` when the address has become a user's at the same moment
 */
export async function acceptInvitationOf(
  tx: Writer,
  org: OrganizationId,
  email: string,
  at: Date,
  person: { firstName?: string; lastName?: string } = {},
): Promise<string | undefined> {
  const id = await selectPendingOf(tx, org, email)
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
