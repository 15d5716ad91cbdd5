import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeConversation } from '../../conversations/records/index.ts'
import { announceResults } from './announce.ts'
import { deleteResult } from './queries.ts'
import { putDismissal } from './queries-scorings.ts'
import { serializeElement } from './store.ts'

export const deleteScorecardResult = defineOperation({
  id: 'deleteScorecardResult',
  summary: 'Delete a scorecard result',
  description:
    "Deletes the result permanently, also for a deleted scorecard. Automatic scoring doesn't create a result for " +
    'this conversation and scorecard again.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation'), scorecardId: pathId('scorecard') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/conversations/{id}/scorecard-results/{scorecardId}', status: 204 },
  async handle({ id, scorecardId }, ctx) {
    await changeConversation(ctx, id, 'viewer', async (tx) => {
      const deleted = await deleteResult(tx, ctx.org, id, scorecardId)
      if (deleted === undefined) throw notFound('scorecard result', '/path/scorecardId')
      await announceResults(tx, ctx, 'deleted', [deleted])
      const by = { userId: ctx.principal.user?.id ?? null, at: ctx.clock.now() }
      await putDismissal(tx, ctx.org, { conversationId: id, scorecardId }, by)
      await serializeElement(tx, ctx.org, id, ctx.clock.now())
    })
    return undefined
  },
})
