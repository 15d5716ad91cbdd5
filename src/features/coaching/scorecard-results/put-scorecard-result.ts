import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { requestNotifications } from '../../collaboration/notification-requests/index.ts'
import { changeConversation } from '../../conversations/records/index.ts'
import { selectAllOfConversation } from './queries.ts'
import { scoringFields, storedResult } from './schema.ts'
import { serializeResult } from './serialize.ts'
import { storeScorecardResult } from './store.ts'

export const putScorecardResult = defineOperation({
  id: 'putScorecardResult',
  summary: 'Upsert a scorecard result',
  description:
    'Scores a conversation with a scorecard and replaces any existing result. Requires access to the conversation. ' +
    'Scores must be within the scales of their items, and evidence must be verbatim from the transcript. Parley ' +
    'calculates the summary. Fails with 409 `scorecard_not_applicable` unless the scorecard is enabled and has the ' +
    'interaction type `conversation`. You can repeat the request safely.',
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
    return changeConversation(ctx, id, 'viewer', async (tx, { owner_id: userId }) => {
      const stored = await storeScorecardResult(tx, ctx, {
        conversationId: id,
        scorecardId,
        items,
        summaryText,
        source: 'human',
        scoredBy: ctx.principal.user?.id ?? null,
        at: ctx.clock.now(),
      })
      if (stored?.created) {
        const actorId = ctx.principal.user?.id ?? null
        await requestNotifications(tx, ctx, [
          { userId, kind: 'scorecard_result', conversationId: id, subject: { scorecardId }, actorId },
        ])
      }
      const rows = await selectAllOfConversation(tx, ctx.org, toVisibility(ctx.principal), id)
      const row = rows.find((one) => one.scorecard_id === scorecardId)
      if (stored === undefined || row === undefined) throw new Error("The stored scorecard result doesn't exist.")
      return { ...serializeResult(row), created: stored.created }
    })
  },
})
