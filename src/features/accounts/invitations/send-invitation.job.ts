import { z } from 'zod'
import { quoteAddressForMail, quoteForMail } from '../../../core/display-names.ts'
import { defineJob } from '../../../core/jobs.ts'
import { SOURCE_LANGUAGE } from '../../../core/languages/current.ts'
import { formatDate } from '../../../core/languages/formats.ts'
import { t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import { parseTimeZone } from '../../../core/zone-times.ts'
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

/** Invitation in the language of the person who sends it, because the recipient has none yet. */
const composeInvitation = (invitation: InvitationRow, organization: string, link: string): MailMessage =>
  composeMail(
    {
      ...{ to: invitation.email, subject: MAIL_SUBJECTS.invitation },
      language: invitation.inviter_language ?? SOURCE_LANGUAGE,
    },
    () => {
      const timeZone = parseTimeZone(invitation.inviter_time_zone) ?? 'UTC'
      const until = formatDate(new Date(invitation.expires_at), { dateStyle: 'long', timeZone })
      return [
        t('You are invited to join an organization on Parley.'),
        '',
        t`Organization: ${quoteForMail(organization)}`,
        t`Invited by: ${quoteAddressForMail(invitation.inviter_email)}`,
        '',
        t('Open this link to join. It is for you alone:'),
        '',
        link,
        '',
        t`The link is valid until ${until}. If you did not expect it, ignore this email.`,
        '',
      ]
    },
  )
