import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { text, uuid } from '../../../core/wire.ts'
import { updateTitle } from './queries.ts'
import { session, TITLE_MAX } from './schema.ts'
import { requireUserId } from './session-owner.ts'

export const renameSuperAgentSession = defineToolOperation({
  id: 'renameSuperAgentSession',
  summary: 'Rename a super agent session',
  tag: 'Super agent',
  input: z.object({ session_id: uuid(), title: text({ min: 1, max: TITLE_MAX, trim: true }) }),
  output: session,
  requires: { scope: 'write', level: 'user' },
  async handle({ session_id, title }, ctx) {
    return ctx.transact(async (tx) => {
      const renamed = await updateTitle(tx, ctx.org, requireUserId(ctx.principal), session_id, title)
      if (renamed === undefined) throw notFound('super agent session', '/session_id')
      ctx.addAuditTarget('super agent session', session_id)
      return renamed
    })
  },
})
