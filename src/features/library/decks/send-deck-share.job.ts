import { z } from 'zod'
import { quoteAddressForMail, quoteForMail } from '../../../core/display-names.ts'
import { defineJob } from '../../../core/jobs.ts'
import { SOURCE_LANGUAGE } from '../../../core/languages/current.ts'
import { formatUtcTime } from '../../../core/languages/formats.ts'
import { t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import { isSharingOutsideAllowed } from '../../accounts/outside-sharing/index.ts'
import { isExpired } from '../shared-links/index.ts'
import { selectAnswering } from './link-visibility.ts'
import { lockShareMail, type ShareMail, updateCode, updateSent } from './queries-shares.ts'
import { toDeckUrl } from './serialize.ts'

/**
 * Creates the link of an outside address and sends it, so that no job or log contains its code. A repeated run creates
 * a new link and replaces the previous one. The last email contains the valid link.
 */
export const sendDeckShare = defineJob({
  id: 'send_deck_share',
  input: z.object({ id: z.guid() }),
  // The delay doubles up to one hour, so the last retry runs after about one day.
  retries: 33,
  timeout: 120,
  async handle({ id }, ctx) {
    const code = newOpaqueToken(ctx.org)
    const mail = await ctx.transact(async (tx) => {
      const found = await lockShareMail(tx, ctx.org, id)
      // The title of a deck is derived data too. The email contains nothing that the link wouldn't show.
      if (found !== undefined && !(await selectAnswering(tx, ctx.org, found.deck_id, [found])).has(found.answers_id)) {
        return undefined
      }
      if (found?.is_outside && !(await isSharingOutsideAllowed(tx, ctx.org))) return undefined
      if (found?.is_outside && isExpired(found.expires_at, ctx.clock.now())) return undefined
      if (found?.is_outside) await updateCode(tx, ctx.org, id, hashOfToken(code))
      return found
    })
    if (mail === undefined) return
    const link = mail.is_outside ? codeLink(ctx.publicUrl(), code) : toDeckUrl(ctx.publicUrl(), mail.deck_id)
    await ctx.mail.send(composeShareMessage(mail, link), ctx.org)
    await ctx.transact((tx) => updateSent(tx, ctx.org, id, ctx.clock.now()))
  },
})

/** URL of an outside link. */
export const codeLink = (publicUrl: string, code: string): string => `${publicUrl}/d/${code}`

/** A colleague gets the email in their language, and a person outside in the one of the sender. */
function composeShareMessage(mail: ShareMail, link: string): MailMessage {
  const name = quoteForMail(`${mail.first_name ?? ''} ${mail.last_name ?? ''}`)
  const sender = [name, quoteAddressForMail(mail.sender_email ?? '')].filter((part) => part !== '').join(', ')
  const language = mail.language ?? SOURCE_LANGUAGE
  return composeMail({ to: mail.email, subject: MAIL_SUBJECTS.deckShare, language }, () => [
    t('A presentation was shared with you on Parley.'),
    '',
    t`Title: ${quoteForMail(mail.deck_title)}`,
    ...(sender === '' ? [] : [t`Shared by: ${sender}`]),
    t`Organization: ${quoteForMail(mail.organization)}`,
    '',
    link,
    '',
    mail.is_outside
      ? t('This link is personal. It opens the presentation without signing in.')
      : t('Sign in to Parley to open the presentation.'),
    ...(mail.is_outside && mail.expires_at !== null
      ? [t`It works until ${formatUtcTime(new Date(mail.expires_at))}.`]
      : []),
    '',
  ])
}
