import { z } from 'zod'
import { defineJob } from '../../../core/jobs.ts'
import { MAIL_SUBJECTS } from '../../../core/mail.ts'

export const sendMail = defineJob({
  id: 'send_mail',
  input: z.object({
    to: z.email().max(254),
    subject: z.enum(MAIL_SUBJECTS),
    // Jobs of earlier versions have no language. They are in English.
    language: z.string().max(35).optional(),
    text: z.string().max(200_000),
  }),
  // Retry delays double up to one hour, so the last retry is after about one day.
  retries: 33,
  timeout: 120,
  async handle(message, ctx) {
    await ctx.mail.send(message, ctx.org)
  },
})
