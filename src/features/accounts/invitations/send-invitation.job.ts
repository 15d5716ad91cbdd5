import { z } from 'zod'
import { quoteAddressForMail, quoteForMail } from '../../../core/display-names.ts'
import type { JobContext } from '../../../core/jobs.ts'
import { defineJob } from '../../../core/jobs.ts'
import { MAIL_SUBJECTS } from '../../../core/mail.ts'
import { encodeInvitationToken, hashSecret, newSecret } from './model.ts'
import { type InvitationRow, lockInvitation, selectOrganizationName, updateSecret } from './queries.ts'

/**
 * Creates the link and sends it, so that the secret isn't stored anywhere. A repeated run creates a new link; only the
 * link of the last run is valid.
 */
export const sendInvitation = defineJob({
  id: 'send_invitation',
  input: z.object({ id: z.guid() }),
  // Retry delays double up to one hour, so the last retry is after about one day.
  retries: 33,
  timeout: 120,
  async handle({ id }, ctx) {
    const secret = newSecret()
    const sent = await ctx.transact(async (tx) => {
      const invitation = await lockInvitation(tx, ctx.org, id, 'everyone', ctx.clock.now())
      if (invitation?.status !== 'pending') return undefined
      await updateSecret(tx, ctx.org, id, hashSecret(secret))
      return { invitation, organization: await selectOrganizationName(tx, ctx.org) }
    })
    if (sent === undefined) return
    const token = encodeInvitationToken({ organizationId: ctx.org, invitationId: id, secret })
    const link = `${ctx.publicUrl()}/invitations/${token}`
    await ctx.mail.send(composeInvitation(sent.invitation, sent.organization, link), ctx.org)
  },
})

function composeInvitation(
  invitation: InvitationRow,
  organization: string,
  link: string,
): Parameters<JobContext['mail']['send']>[0] {
  return {
    to: invitation.email,
    subject: MAIL_SUBJECTS.invitation,
    text: [
      'You are invited to join an organization on Parley.',
      '',
      `Organization: ${quoteForMail(organization)}`,
      `Invited by: ${quoteAddressForMail(invitation.inviter_email)}`,
      '',
      'Open this link to join. It is for you alone:',
      '',
      link,
      '',
      `The link is valid until ${invitation.expires_at.slice(0, 10)}. If you did not expect it, ignore this email.`,
      '',
    ].join('\n'),
  }
}
