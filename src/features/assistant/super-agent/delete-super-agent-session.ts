import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { uuid } from '../../../core/wire.ts'
import { deleteSession } from './queries.ts'
import { requireUserId } from './session-owner.ts'

export const deleteSuperAgentSession = defineToolOperation({
  id: 'deleteSuperAgentSession',
  summary: 'Delete a super agent session',
  tag: 'Super agent',
  input: z.object({ session_id: uuid() }),
  output: z.object({ session_id: z.string() }),
  requires: { scope: 'write', level: 'user' },
  async handle({ session_id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteSession(tx, ctx.org, requireUserId(ctx.principal), session_id))) {
        throw notFound('super agent session', '/session_id')
      }
      ctx.addAuditTarget('super agent session', session_id)
    })
    return { session_id }
  },
})
