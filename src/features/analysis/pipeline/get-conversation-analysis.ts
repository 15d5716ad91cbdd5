import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import { selectStanding, selectSteps } from './queries.ts'
import { analysis } from './schema.ts'
import { serializeAnalysis } from './serialize.ts'

export const getConversationAnalysis = defineOperation({
  id: 'getConversationAnalysis',
  summary: 'Get the analysis status of a conversation',
  description: 'Returns the status of each analysis step, in execution order.',
  tag: 'Conversations',
  input: z.object({ id: pathId('conversation') }),
  output: analysis,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/conversations/{id}/analysis', ...inData(analysis) },
  async handle({ id }, ctx) {
    const visible = visibleTo(toVisibility(ctx.principal))
    const [standing, steps] = await Promise.all([
      selectStanding(ctx.db, ctx.org, visible, id),
      selectSteps(ctx.db, ctx.org, id),
    ])
    if (standing === undefined) throw notFound('conversation')
    return serializeAnalysis(id, standing, steps)
  },
})
