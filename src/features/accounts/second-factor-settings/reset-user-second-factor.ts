import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { t } from '../../../core/languages/message.ts'
import { composeMail, MAIL_SUBJECTS, type MailMessage } from '../../../core/mail.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { queueMail } from '../../platform/mail/index.ts'
import { findUser, lockUser, type UserContact } from '../identity/index.ts'
import { deleteSecondFactors } from './reset.ts'

/** Removes all second factors of a user who lost them. The user is signed out everywhere and gets an email. */
export const resetUserSecondFactor = defineToolOperation({
  id: 'resetUserSecondFactor',
  summary: "Reset a user's second factor",
  tag: 'Sign-in',
  input: z.object({ id: pathId('user') }),
  output: z.object({ had_second_factor: z.boolean().describe('Whether the user had a second factor.') }),
  requires: { scope: 'write', role: 'ADMIN' },
  async handle({ id }, ctx) {
    const had = await ctx.transact(async (tx) => {
      if ((await lockUser(tx, ctx.org, id)) === undefined) throw notFound('user')
      const hadFactor = await deleteSecondFactors(tx, ctx.org, id)
      ctx.addAuditTarget('user', id)
      const person = await findUser(tx, ctx.org, { id })
      if (hadFactor && person !== undefined) await queueMail(ctx, tx, composeNotice(person, ctx.publicUrl()))
      return hadFactor
    })
    return { had_second_factor: had }
  },
})

const composeNotice = ({ email: to, language }: UserContact, publicUrl: string): MailMessage =>
  composeMail({ to, language, subject: MAIL_SUBJECTS.secondFactorReset }, () => [
    t('An admin of your organization reset your second factor on Parley.'),
    '',
    t('Your authenticator app, passkeys and recovery codes no longer work, and all your browsers were signed out.'),
    t`To set up a new second factor, sign in at ${`${publicUrl}/sign-in`} and open your account.`,
    '',
    t("If you didn't request this, contact your admin."),
    '',
  ])
