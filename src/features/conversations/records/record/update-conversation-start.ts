import { z } from 'zod'
import { defineOperation } from '../../../../core/operation.ts'
import { instant, pathId } from '../../../../core/wire.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announceUpdate } from '../announce-change.ts'
import { changeConversation } from '../mutate.ts'
import { selectDuration, updateConversation } from '../queries.ts'

export const updateConversationStart = defineOperation({
  id: 'updateConversationStart',
  summary: 'Update the start of a conversation',
  description:
    'Corrects the date and time at which the conversation started. Its end moves with it. Then Parley analyzes the ' +
    'conversation again, because due dates such as “by Friday” depend on the start. Safe to repeat.',
  tag: 'Conversations',
  input: z.object({
    id: pathId('conversation'),
    startedAt: instant().describe(
      'Start as ISO 8601 date-time with offset, or a date. Example: `2026-03-10T10:00:00Z`.',
    ),
  }),
  output: z.object({ success: z.literal(true) }),
  requires: { scope: 'write' },
  rest: { method: 'PUT', path: '/conversations/{id}/start' },
  async handle({ id, startedAt }, ctx) {
    await changeConversation(ctx, id, 'owner', async (tx, { live_started_at: before }) => {
      const duration = await selectDuration(tx, ctx.org, id)
      const end = duration === null ? null : new Date(startedAt.getTime() + duration * 1000)
      const change = { live_started_at: startedAt, live_ended_at: end }
      await updateConversation(tx, ctx.org, id, change, ctx.clock.now())
      const isSame = before !== null && Date.parse(before) === startedAt.getTime()
      await announceUpdate(tx, ctx, id, isSame ? [] : ['started_at'])
      await requestAnalysis(tx, ctx, [id])
    })
    return { success: true as const }
  },
})
