import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { insight, readInsights, selectInsight } from '../insights/index.ts'
import { selectProgress } from './queries.ts'

const insightWithProgress = insight
  .extend({
    progress: z
      .object({
        conversationsRead: z.int().describe('Number of conversations processed so far that you can access.'),
        conversationsTotal: z.int().describe('Number of selected conversations that you can access.'),
      })
      .describe('Progress of the evaluation. Both values are 0 for insights that were stored without an evaluation.'),
  })
  .meta({ id: 'InsightWithProgress' })

/** Returns 404 to callers who can't list the insights of the owner, so that they can't detect it. */
export const getInsight = defineOperation({
  id: 'getInsight',
  summary: 'Get an insight',
  description:
    'Returns the insight with its results, sources and progress. A result is `PENDING` until it is `FINISHED` or `FAILED`; ' +
    '`notice` contains the reason. Requires its owner or the admin role.',
  tag: 'Insights',
  input: z.object({ id: pathId('insight') }),
  output: insightWithProgress,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/gi/{id}', ...inData(insightWithProgress) },
  async handle({ id }, { db, org, principal }) {
    const row = await selectInsight(db, org, id)
    const mayRead = row !== undefined && (principal.role === 'ADMIN' || principal.user?.id === row.user_id)
    const visibility = toVisibility(principal)
    const [read] = mayRead ? await readInsights(db, org, visibility, [row], true) : []
    if (read === undefined) throw notFound('insight')
    const { looked, total } = await selectProgress(db, org, visibility, id)
    return { ...read, progress: { conversationsRead: looked, conversationsTotal: total } }
  },
})
