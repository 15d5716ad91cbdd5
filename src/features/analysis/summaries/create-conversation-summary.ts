import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { COSTS, defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { announceUpdate, lockVisible } from '../../conversations/records/index.ts'
import { findCurrentSummary, makeExtractive, serializeSummary } from './make.ts'
import { selectStanding } from './queries.ts'
import { requestSummary } from './request-summary.ts'
import { summary } from './schema.ts'

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
    const visibility = toVisibility(ctx.principal)
    return ctx.transact(async (tx) => {
      const locked = await lockVisible(tx, ctx.org, visibility, id)
      if (locked === undefined) throw notFound('conversation')
      if (locked.transcript_version === null) return serializeSummary(id, undefined)
      if (ctx.model === undefined) {
        const created = await makeExtractive(tx, ctx, id, false)
        await announceUpdate(tx, ctx, id, ['summary'])
        return serializeSummary(id, created)
      }
      await requestSummary(tx, ctx, id)
      const standing = await selectStanding(tx, ctx.org, visibility, id)
      return serializeSummary(id, standing === undefined ? undefined : findCurrentSummary(standing))
    })
  },
})
