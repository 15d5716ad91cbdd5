import { z } from 'zod'
import { notFound } from '../../core/errors.ts'
import { visibilityOf } from '../../core/principal.ts'
import { defineToolOperation } from '../../core/tool.ts'
import { pathId } from '../../core/wire.ts'
import { selectInsight } from './queries.ts'
import { insightsOf } from './read.ts'
import { insight } from './schema.ts'

/** Whoever may not list another user's insights is not told that they have this one. */
export const getInsight = defineToolOperation({
  id: 'getInsight',
  summary: 'Read one insight with its results and their sources.',
  tag: 'Insights',
  input: z.object({ id: pathId('insight') }),
  output: insight,
  requires: { scope: 'read' },
  async handle({ id }, { db, org, principal }) {
    const row = await selectInsight(db, org, id)
    const mayRead = row !== undefined && (principal.role === 'ADMIN' || principal.user?.id === row.user_id)
    const [read] = mayRead ? await insightsOf(db, org, visibilityOf(principal), [row], true) : []
    if (read === undefined) throw notFound('insight')
    return read
  },
})
