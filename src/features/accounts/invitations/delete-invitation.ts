import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { lockInvitation, updateRevoked } from './queries.ts'
import { toVisibleInvitations } from './serialize.ts'

export const deleteInvitation = defineOperation({
  id: 'deleteInvitation',
  summary: 'Revoke an invitation',
  description:
    'Makes the link of the invitation invalid immediately. You can repeat the request safely. Admins can revoke every ' +
    'invitation, other users only their own. Returns 409 `invitation_closed` if the invitation was accepted.',
  tag: 'Invitations',
  input: z.object({ id: pathId('invitation') }),
  output: z.object({}),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'DELETE', path: '/organizations/invitations/{id}', status: 204 },
  async handle({ id }, ctx) {
    const now = ctx.clock.now()
    await ctx.transact(async (tx) => {
      const standing = await lockInvitation(tx, ctx.org, id, toVisibleInvitations(ctx.principal), now)
      if (standing === undefined) throw notFound('invitation')
      if (standing.status === 'accepted')
        throw conflict('invitation_closed', 'The invitation was accepted. To remove the access, deactivate the user.')
      if (standing.status !== 'revoked') await updateRevoked(tx, ctx.org, id, now)
    })
    return {}
  },
})
