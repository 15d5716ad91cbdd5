import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { COSTS, defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { lockVisible } from '../conversations/index.ts'
import { currentOf, makeExtractive, told } from './make.ts'
import { selectStanding } from './queries.ts'
import { requestSummary } from './request-summary.ts'
import { summary } from './schema.ts'

export const createConversationSummary = defineOperation({
  id: 'createConversationSummary',
  summary: 'Make the summary of a conversation anew, by the language model when there is one.',
  description:
    '202 while the language model is at it: the answer is the summary as it stands, and reading it tells by `pending` ' +
    'whether the new one is there. 200 without a language model: the answer is the new one.',
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
    const visibility = visibilityOf(ctx.principal)
    return ctx.transact(async (tx) => {
      const locked = await lockVisible(tx, ctx.org, visibility, id)
      if (locked === undefined) throw notFound('conversation')
      if (locked.transcript_version === null) return told(id, undefined)
      if (ctx.model === undefined) return told(id, await makeExtractive(tx, ctx, id, false))
      await requestSummary(tx, ctx, id)
      const standing = await selectStanding(tx, ctx.org, visibility, id)
      return told(id, standing === undefined ? undefined : currentOf(standing))
    })
  },
})
