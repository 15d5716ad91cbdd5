import { z } from 'zod'
import { quoteAddressForMail, quoteForMail } from '../../../core/display-names.ts'
import { defineJob } from '../../../core/jobs.ts'
import { MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import { isSharingOutsideAllowed } from '../../accounts/outside-sharing/index.ts'
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

function composeShareMessage(mail: ShareMail, link: string): MailMessage {
  const name = quoteForMail(`${mail.first_name ?? ''} ${mail.last_name ?? ''}`)
  const sender = [name, quoteAddressForMail(mail.sender_email ?? '')].filter((part) => part !== '').join(', ')
  return {
    to: mail.email,
    subject: MAIL_SUBJECTS.deckShare,
    text: [
      'A presentation was shared with you on Parley.',
      '',
      `Title: ${quoteForMail(mail.deck_title)}`,
      ...(sender === '' ? [] : [`Shared by: ${sender}`]),
      `Organization: ${quoteForMail(mail.organization)}`,
      '',
      link,
      '',
      mail.is_outside
        ? 'This link is personal. It opens the presentation without signing in.'
        : 'Sign in to Parley to open the presentation.',
      '',
    ].join('\n'),
  }
}
