import { z } from 'zod'
import { defineJob } from '../../core/jobs.ts'
import type { Message } from '../../core/mail.ts'
import { hashOfToken, newOpaqueToken } from '../../core/opaque-tokens.ts'
import { fitted, plain } from '../deck-slides/index.ts'
import { lockShareMail, type ShareMail, updateCode, updateSent } from './queries-shares.ts'
import { linkOf } from './told.ts'

/**
 * Makes the link of an outside address and sends it, so that its code is stored nowhere on the way. A run that is repeated
 * makes a new link, and the mail that arrives last has the one that counts.
 */
export const sendDeckShare = defineJob({
  id: 'send_deck_share',
  input: z.object({ id: z.guid() }),
  // Waiting times double up to an hour, so the last of these comes after about a day.
  retries: 33,
  timeout: 120,
  async handle({ id }, ctx) {
    const code = newOpaqueToken(ctx.org)
    const mail = await ctx.transact(async (tx) => {
      const found = await lockShareMail(tx, ctx.org, id)
      if (found?.is_outside) await updateCode(tx, ctx.org, id, hashOfToken(code))
      return found
    })
    if (mail === undefined) return
    const link = mail.is_outside ? codeLink(ctx.publicUrl(), code) : linkOf(ctx.publicUrl(), mail.deck_id)
    await ctx.mail.send(messageOf(mail, link), ctx.org)
    await ctx.transact((tx) => updateSent(tx, ctx.org, id, ctx.clock.now()))
  },
})

/** Where the code of an outside address leads. */
export const codeLink = (publicUrl: string, code: string): string => `${publicUrl}/d/${code}`

const NAME_MAX = 80

function messageOf(mail: ShareMail, link: string): Message {
  const name = plain(`${mail.first_name ?? ''} ${mail.last_name ?? ''}`) || mail.sender_email || mail.organization
  const who = fitted(name, NAME_MAX)
  return {
    to: mail.email,
    subject: `${who} shares a presentation with you`,
    text: [
      `${who} (${fitted(mail.organization, NAME_MAX)}) shares a presentation with you:`,
      '',
      plain(mail.deck_title),
      link,
      '',
      mail.is_outside
        ? 'The link is for you alone. It opens this presentation without signing in.'
        : 'It opens in Parley, where you sign in as always.',
      '',
    ].join('\n'),
  }
}
