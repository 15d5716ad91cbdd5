import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { changeConversation } from '../conversations/index.ts'
import { selectByConversation } from './queries.ts'
import { scoringFields, storedResult } from './schema.ts'
import { storeScorecardResult } from './store.ts'
import { resultOf } from './told.ts'

export const putScorecardResult = defineOperation({
  id: 'putScorecardResult',
  summary: 'Score a conversation by a scorecard, in the place of the result it had.',
  description:
    'Whoever sees the conversation may. Scores lie on the scales of their items, and each piece of evidence is verbatim ' +
    'from the transcript. The summary is computed.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('conversation'), scorecardId: pathId('scorecard'), ...scoringFields }),
  output: storedResult.extend({ created: z.boolean() }),
  requires: { scope: 'write' },
  rest: {
    method: 'PUT',
    path: '/conversations/{id}/scorecard-results/{scorecardId}',
    status: ({ created }) => (created ? 201 : 200),
    present: ({ created: _, ...data }) => ({ data }),
    answer: z.object({ data: storedResult }),
  },
  async handle({ id, scorecardId, items, summaryText }, ctx) {
    return changeConversation(ctx, id, 'viewer', async (tx) => {
      const stored = await storeScorecardResult(tx, ctx.org, {
        conversationId: id,
        scorecardId,
        items,
        summaryText,
        source: 'human',
        scoredBy: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      const rows = await selectByConversation(tx, ctx.org, visibilityOf(ctx.principal), id)
      const row = rows.find((one) => one.scorecard_id === scorecardId)
      if (stored === undefined || row === undefined) throw new Error('a result that was just stored is gone')
      return { ...resultOf(row), created: stored.created }
    })
  },
})
