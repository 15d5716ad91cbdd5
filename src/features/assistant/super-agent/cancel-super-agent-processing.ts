import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { uuid } from '../../../core/wire.ts'
import { lockSession, updateCancelled } from './queries.ts'
import { requireUserId } from './session-owner.ts'

export const cancelSuperAgentProcessing = defineToolOperation({
  id: 'cancelSuperAgentProcessing',
  summary: 'Cancel the run of a session',
  tag: 'Super agent',
  input: z.object({ session_id: uuid() }),
  output: z.object({ session_id: z.string(), cancelled: z.boolean() }),
  requires: { scope: 'write', level: 'user' },
  async handle({ session_id }, ctx) {
    return ctx.transact(async (tx) => {
      const found = await lockSession(tx, ctx.org, requireUserId(ctx.principal), session_id)
      if (found === undefined) throw notFound('super agent session', '/session_id')
      ctx.addAuditTarget('super agent session', session_id)
      return { session_id, cancelled: await updateCancelled(tx, ctx.org, session_id, ctx.clock.now()) }
    })
  },
})
