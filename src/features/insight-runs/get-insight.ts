import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { defineOperation } from '../../core/operation.ts'
import { inData } from '../../core/page.ts'
import { visibilityOf } from '../../core/principal.ts'
import { pathId } from '../../core/wire.ts'
import { insight, insightsOf, selectInsight } from '../insights/index.ts'
import { selectProgress } from './queries.ts'

const insightWithProgress = insight
  .extend({
    progress: z
      .object({
        conversationsRead: z.int().describe('Looked at so far, of those that the caller sees.'),
        conversationsTotal: z.int(),
      })
      .describe('Of an insight that was not made by a run: none of none.'),
  })
  .meta({ id: 'InsightWithProgress' })

/** Whoever may not list another user's insights is not told that they have this one. */
export const getInsight = defineOperation({
  id: 'getInsight',
  summary: 'Read one insight with its results and their sources, and how far it has come.',
  description: 'Its user and admins read it. A result is PENDING until it is FINISHED or FAILED; notice tells why.',
  tag: 'Insights',
  input: z.object({ id: pathId('insight') }),
  output: insightWithProgress,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/gi/{id}', ...inData(insightWithProgress) },
  async handle({ id }, { db, org, principal }) {
    const row = await selectInsight(db, org, id)
    const mayRead = row !== undefined && (principal.role === 'ADMIN' || principal.user?.id === row.user_id)
    const visibility = visibilityOf(principal)
    const [read] = mayRead ? await insightsOf(db, org, visibility, [row], true) : []
    if (read === undefined) throw notFound('insight')
    const { looked, total } = await selectProgress(db, org, visibility, id)
    return { ...read, progress: { conversationsRead: looked, conversationsTotal: total } }
  },
})
