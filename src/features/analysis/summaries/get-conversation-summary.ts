import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { findCurrentSummary, isMissing, saveSummary, serializeSummary } from './make.ts'
import { selectStanding } from './queries.ts'
import { summary } from './schema.ts'
import { transactWithSummary } from './transact-with-summary.ts'

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
    return transactWithSummary(ctx, id, isMissing, async (tx, { extractive, ...state }) => {
      const isPending = state.stored?.pending ?? false
      const stored =
        findCurrentSummary(state) ??
        (extractive && state.current !== null
          ? await saveSummary(tx, ctx, id, state.current, extractive, isPending)
          : undefined)
      return serializeSummary(id, stored)
    })
  },
})
