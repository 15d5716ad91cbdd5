import { z } from 'zod'
import { conflict, notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { pathId, SOMETHING_GIVEN, somethingGiven } from '../../core/wire.ts'
import { requireTeams, roleNamed } from '../identity/index.ts'
import { countMail } from '../mail/index.ts'
import { expiryFrom, requireMayInvite } from './model.ts'
import { lockInvitation, updateRow, updateSecret } from './queries.ts'
import { invitation, invitedPerson } from './schema.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { invitationsSeenBy, tellInvitation } from './told.ts'

export const updateInvitation = defineOperation({
  id: 'updateInvitation',
  summary: 'Change an invitation that is not yet accepted, or send it again.',
  description:
    '`resend: true` sends a new link, with which the one before ends, and lets it count for another 14 days, also when ' +
    'it had expired. What is left out stays as it is; the result must be one the caller may make.',
  tag: 'Invitations',
  input: z
    .object({ id: pathId('invitation'), ...invitedPerson, resend: z.boolean().optional() })
    .refine(somethingGiven('id'), SOMETHING_GIVEN),
  output: invitation,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PATCH', path: '/organizations/invitations/{id}', refusals: [429], ...inData(invitation) },
  async handle({ id, firstName, lastName, teamUUIDs, role, roleUUID, resend = false }, ctx) {
    const now = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const standing = await lockInvitation(tx, ctx.org, id, invitationsSeenBy(ctx.principal), now)
      if (standing === undefined) throw notFound('invitation')
      if (standing.status === 'accepted' || standing.status === 'revoked') {
        throw conflict('invitation_closed', 'The invitation was accepted or revoked.')
      }
      const named = role === undefined && roleUUID === undefined ? { roleUUID: standing.role_id } : { role, roleUUID }
      const wanted = await roleNamed(tx, ctx.org, named)
      const teamIds = teamUUIDs ?? standing.teams.map((team) => team.id)
      requireMayInvite(ctx.principal, { role: wanted.type, teamIds })
      if (teamUUIDs !== undefined) await requireTeams(tx, ctx.org, teamUUIDs, '/teamUUIDs')
      const expiresAt = resend ? expiryFrom(now) : undefined
      await updateRow(tx, ctx.org, id, { firstName, lastName, roleId: wanted.id, teamIds: teamUUIDs, expiresAt })
      if (resend) {
        await updateSecret(tx, ctx.org, id, null)
        await countMail(tx, ctx, [standing.email], ctx.principal.user?.id)
        await ctx.jobs.add(tx, ctx.org, sendInvitation, { id })
      }
      return tellInvitation(tx, ctx.org, id, now)
    })
  },
})
