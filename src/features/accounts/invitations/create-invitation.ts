import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict, forbidden } from '../../../core/errors.ts'
import { fold } from '../../../core/fold.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { countMail } from '../../platform/mail/index.ts'
import { requireTeams, roleNamed } from '../identity/index.ts'
import { expiryFrom, INVITATION_DAYS, requireMayInvite } from './model.ts'
import { insertInvitation, standingOfAddress } from './queries.ts'
import { invitation, invitedPerson, mailAddress } from './schema.ts'
import { sendInvitation } from './send-invitation.job.ts'
import { serializeInvitation } from './serialize.ts'

export const createInvitation = defineOperation({
  id: 'createInvitation',
  summary: 'Invite a person by email',
  description:
    `Sends an email with a link that is valid for ${INVITATION_DAYS} days. Admins can invite with any role. Managers can ` +
    'invite members to their teams and child teams. Requires a personal key. Returns 409 ' +
    '`invitation_exists` if the address has a pending invitation, `email_taken` or `user_deactivated` if a user has it.',
  tag: 'Invitations',
  input: z.object({
    email: mailAddress.describe('Email address of the person, maximum 254 characters. Example: `anna@example.com`.'),
    ...invitedPerson,
  }),
  output: invitation,
  requires: { scope: 'write', level: 'user' },
  rest: {
    ...{ method: 'POST', derived: false, path: '/organizations/invitations', status: 201, refusals: [429] },
    ...inData(invitation),
  },
  async handle({ email, firstName = '', lastName = '', teamUUIDs = [], role, roleUUID }, ctx) {
    const { user } = ctx.principal
    if (user === undefined)
      throw forbidden('user_required', 'Inviting people requires a signed-in user or a personal API key.')
    const id = newId()
    const now = ctx.clock.now()
    return ctx.transact(async (tx) => {
      const named = roleUUID === undefined ? { role: role ?? 'SALES_REP' } : { role, roleUUID }
      const wanted = await roleNamed(tx, ctx.org, named)
      requireMayInvite(ctx.principal, { role: wanted.type, teamIds: teamUUIDs })
      await requireTeams(tx, ctx.org, teamUUIDs, '/teamUUIDs')
      const standing = await standingOfAddress(tx, ctx.org, email)
      if (standing?.active)
        throw conflict('email_taken', 'A user of the organization has this email address.', '/email')
      if (standing !== undefined) {
        throw conflict(
          'user_deactivated',
          'A deactivated user has this email address. Ask an admin to reactivate the user.',
          '/email',
        )
      }
      const made = await insertInvitation(tx, ctx.org, {
        id,
        email,
        emailFolded: fold(email),
        firstName,
        lastName,
        roleId: wanted.id,
        teamIds: teamUUIDs,
        invitedBy: user.id,
        createdAt: now,
        expiresAt: expiryFrom(now),
      })
      if (!made)
        throw conflict(
          'invitation_exists',
          'The email address has a pending invitation. Update it with `resend: true` to send it again.',
          '/email',
        )
      await countMail(tx, ctx, [email], user.id)
      await ctx.jobs.add(tx, ctx.org, sendInvitation, { id })
      ctx.addAuditTarget('invitation', id)
      return serializeInvitation(tx, ctx.org, id, now)
    })
  },
})
