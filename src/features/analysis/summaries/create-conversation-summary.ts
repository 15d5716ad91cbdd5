import { z } from 'zod'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { announceUpdate } from '../../conversations/records/index.ts'
import { isMissing, saveSummary, serializeSummary } from './make.ts'
import { requestSummary } from './request-summary.ts'
import { summary } from './schema.ts'
import { transactWithSummary } from './transact-with-summary.ts'

export const createConversationSummary = defineOperation({
  id: 'createConversationSummary',
  summary: 'Create the summary of a conversation',
  description:
    'Replaces the summary of the current transcript. With a language model, it is generated in the background: the ' +
    'operation returns 202 and the existing summary with `pending: true`. Get the summary again until `pending` is false. ' +
    'Without a language model, it returns 200 and the new summary. The request can be repeated safely.',
  tag: 'Conversations',
  cost: COSTS.high,
  input: z.object({ id: pathId('conversation') }),
  output: summary,
  requires: { scope: 'write' },
  rest: {
    method: 'POST',
    derived: true,
    path: '/conversations/{id}/summary',
    status: ({ pending }) => (pending ? 202 : 200),
    statuses: [200, 202],
    ...inData(summary),
  },
  async handle({ id }, ctx) {
    const isByModel = ctx.model !== undefined
    return transactWithSummary(ctx, id, isByModel ? isMissing : () => true, async (tx, state) => {
      if (state.current === null) return serializeSummary(id, undefined)
      if (isByModel) return serializeSummary(id, await requestSummary(tx, ctx, id, state))
      if (state.extractive === undefined) throw new Error('The summary was not created.')
      const created = await saveSummary(tx, ctx, id, state.current, state.extractive, false)
      await announceUpdate(tx, ctx, id, ['summary'])
      return serializeSummary(id, created)
    })
  },
})
