import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { endSession } from './discard-parts.job.ts'
import { requireUserId, sessionNotFound } from './owner.ts'
import { lockSession } from './queries.ts'

export const deleteRecordingSession = defineOperation({
  id: 'deleteRecordingSession',
  summary: 'Discard a recording session',
  description: 'Deletes an unfinished recording with its parts. It can’t be restored.',
  tag: 'Recording sessions',
  input: z.object({ id: pathId('recording session') }),
  output: z.undefined(),
  requires: { scope: 'write', level: 'user' },
  rest: { method: 'DELETE', path: '/recording-sessions/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if ((await lockSession(tx, ctx.org, id, requireUserId(ctx.principal))) === undefined) throw sessionNotFound()
      await endSession(tx, ctx, id)
      ctx.addAuditTarget('recording session', id)
    })
    return undefined
  },
})
