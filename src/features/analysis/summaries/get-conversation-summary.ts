import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { lockVisible } from '../../conversations/records/index.ts'
import { findCurrentSummary, makeExtractive, serializeSummary } from './make.ts'
import { selectStanding } from './queries.ts'
import { summary } from './schema.ts'

export const getConversationSummary = defineOperation({
  id: 'getConversationSummary',
  summary: 'Get the summary of a conversation',
  description:
    'Returns the summary of the current transcript, with quotes that support each line. If there is none yet, Parley ' +
    'creates an extractive summary in the same request. A conversation without a transcript has an empty summary.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: summary,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/summary', ...inData(summary) },
  async handle({ id }, ctx) {
    const visibility = toVisibility(ctx.principal)
    const standing = await selectStanding(ctx.db, ctx.org, visibility, id)
    if (standing === undefined) throw notFound('conversation')
    const current = findCurrentSummary(standing)
    if (current !== undefined || standing.current === null) return serializeSummary(id, current)
    // Stores the derived summary, so that it's created once. User data isn't changed.
    return ctx.transact(async (tx) => {
      const locked = await lockVisible(tx, ctx.org, visibility, id)
      const again = locked === undefined ? undefined : await selectStanding(tx, ctx.org, visibility, id)
      if (again === undefined) throw notFound('conversation')
      return serializeSummary(
        id,
        findCurrentSummary(again) ?? (await makeExtractive(tx, ctx, id, again.stored?.pending ?? false)),
      )
    })
  },
})
