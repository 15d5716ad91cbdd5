import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { countMail } from '../../platform/mail/index.ts'
import { requireTeams, roleNamed } from '../identity/index.ts'
import { expiryFrom, INVITATION_DAYS, requireMayInvite } from './model.ts'
import { lockInvitation, updateRow, updateSecret } from './queries.ts'
import { invitation, invitedPerson } from './schema.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { serializeInvitation, toVisibleInvitations } from './serialize.ts'

export const updateInvitation = defineOperation({
  id: 'updateInvitation',
  summary: 'Update or resend an invitation',
  description:
    'Updates the fields that you send. Omitted fields keep their values. Admins can update every invitation, other users ' +
    'only their own. You need the permission to create the updated invitation. Returns 409 `invitation_closed` if the ' +
    'invitation was accepted or revoked.',
  tag: 'Invitations',
  input: z
    .object({
      id: pathId('invitation'),
      ...invitedPerson,
      resend: z
        .boolean()
        .optional()
        .describe(
          `Set to true to send a new link that is valid for ${INVITATION_DAYS} days, also if the invitation expired. The ` +
            'previous link becomes invalid. Defaults to false. Example: `true`.',
        ),
    })
    .refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: invitation,
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'PATCH', path: '/organizations/invitations/{id}', refusals: [429], ...inData(invitation) },
  async handle({ id, firstName, lastName, teamUUIDs, role, roleUUID, resend = false }, ctx) {
    const now = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const standing = await lockInvitation(tx, ctx.org, id, toVisibleInvitations(ctx.principal), now)
      if (standing === undefined) throw notFound('invitation')
      if (standing.status === 'accepted' || standing.status === 'revoked') {
        throw conflict('invitation_closed', 'The invitation was accepted or revoked. Create a new invitation instead.')
      }
      const named = role === undefined && roleUUID === undefined ? { roleUUID: standing.role_id } : { role, roleUUID }
      const wanted = await roleNamed(tx, ctx.org, named)
      const teamIds = teamUUIDs ?? standing.teams.map((team) => team.id)
      requireMayInvite(ctx.principal, { role: wanted.type, teamIds })
      if (teamUUIDs !== undefined) await requireTeams(tx, ctx.org, teamUUIDs, '/teamUUIDs')
      const expiresAt = resend ? expiryFrom(now) : undefined
      const changes = { firstName, lastName, roleId: wanted.id, teamIds: teamUUIDs, expiresAt }
      await updateRow(tx, ctx.org, id, changes, now)
      if (resend) {
        await updateSecret(tx, ctx.org, id, null)
        await countMail(tx, ctx, [standing.email], ctx.principal.user?.id)
        await ctx.jobs.add(tx, ctx.org, sendInvitation, { id })
      }
      return serializeInvitation(tx, ctx.org, id, now)
    })
  },
})
