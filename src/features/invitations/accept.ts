/** Accepting an invitation: for sign-in, where nobody has a key yet. */
import { type Clock, newId } from '../../core/clock.ts'
import type { Store } from '../../core/db.ts'
import { notFound } from '../../core/errors.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { addUser } from '../identity/index.ts'
import { isSecretOf, readToken } from './model.ts'
import { lockInvitation, updateAccepted } from './queries.ts'

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
): Promise<{ organizationId: OrganizationId; userId: string }> {
  const read = readToken(token)
  if (read === undefined) throw notFound('invitation', '/token')
  const { organizationId: org, invitationId, secret } = read
  const userId = newId()
  const now = clock.now()
  await store.of(org).transact(async (tx) => {
    const invitation = await lockInvitation(tx, org, invitationId, 'everyone', now)
    if (invitation?.status !== 'pending' || !isSecretOf(secret, invitation.secret_hash)) {
      throw notFound('invitation', '/token')
    }
    const user = {
      id: userId,
      email: invitation.email,
      firstName: person.firstName ?? invitation.first_name,
      lastName: person.lastName ?? invitation.last_name,
      role: invitation.role_type,
      teamIds: invitation.teams.map((team) => team.id),
      createdAt: now,
    }
    await addUser(tx, org, user, '/teams')
    await updateAccepted(tx, org, invitationId, { userId, at: now })
  })
  return { organizationId: org, userId }
}
