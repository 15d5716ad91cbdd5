import { z } from 'zod'
import { forbidden } from '../../core/errors.ts'
import { pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { defineToolOperation } from '../../core/tool.ts'

/**
 * For the page of admins alone. Links to sign in stand in there, which make a person of whoever has them: no key and no
 * program gets at them, only an admin at a browser, who could make a key of that person as well.
 */
export const listKeptMail = defineToolOperation({
  id: 'listKeptMail',
  summary: 'List the mail that was written into the data folder instead of being sent, newest first.',
  tag: 'Mail',
  input: z.object(pageFields({ default: 20, max: 50 })),
  output: pageOf(
    z.object({ id: z.string(), at: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
  ).extend({ isSent: z.boolean().describe('There is a mail server, and nothing is kept.') }),
  requires: { scope: 'read', role: 'ADMIN', level: 'user' },
  async handle({ page, size }, { mail, org, principal }) {
    if (principal.via !== 'session') throw forbidden('session_required', 'This is for admins at a browser.')
    if (mail.kept === undefined) return { data: [], meta: pageMeta(page, size, 0), isSent: true }
    const { total, messages } = await mail.kept.list(org, { limit: size, offset: (page - 1) * size })
    const data = messages.map(({ id, at, to, subject, text }) => ({ id, at: at.toISOString(), to, subject, text }))
    return { data, meta: pageMeta(page, size, total), isSent: false }
  },
})
