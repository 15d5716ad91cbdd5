import { z } from 'zod'
import { forbidden } from '../../../core/errors.ts'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { defineToolOperation } from '../../../core/tool.ts'

/**
 * Only for the admin page. The messages contain sign-in links, which give access to the account of the recipient. API
 * keys and programs can't read them; only an admin in a browser can.
 */
export const listKeptMail = defineToolOperation({
  id: 'listKeptMail',
  summary: 'List stored emails',
  tag: 'Mail',
  input: z.object(pageFields({ default: 20, max: 50 })),
  output: pageSchema(
    z.object({ id: z.string(), at: z.string(), to: z.string(), subject: z.string(), text: z.string() }),
  ).extend({ isSent: z.boolean().describe('Whether a mail server is configured. Then no messages are stored.') }),
  requires: { scope: 'read', role: 'ADMIN', level: 'user' },
  async handle({ page, size }, { mail, org, principal }) {
    if (principal.via !== 'session')
      throw forbidden('session_required', 'Reading stored emails requires an admin session in a browser.')
    if (mail.outbox === undefined) return { data: [], meta: pageMeta(page, size, 0), isSent: true }
    const { total, messages } = await mail.outbox.list(org, { limit: size, offset: (page - 1) * size })
    const data = messages.map(({ id, at, to, subject, text }) => ({ id, at: at.toISOString(), to, subject, text }))
    return { data, meta: pageMeta(page, size, total), isSent: false }
  },
})
