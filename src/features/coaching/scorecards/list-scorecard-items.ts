import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectScorecard } from './queries.ts'
import { countItems, selectItems } from './queries-items.ts'
import { scorecardItem } from './schema.ts'
import { serializeScorecardItem } from './serialize.ts'

export const listScorecardItems = defineOperation({
  id: 'listScorecardItems',
  summary: 'List scorecard items',
  description: 'Returns the questions of a scorecard in the order of their positions.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), ...pageFields({ default: 50, max: 200 }) }),
  output: pageSchema(scorecardItem),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/items',
    ...paged(scorecardItem),
  },
  async handle({ id, page, size }, ctx) {
    if ((await selectScorecard(ctx.db, ctx.org, id)) === undefined) throw notFound('scorecard')
    const [total, { rows }] = await Promise.all([
      countItems(ctx.db, ctx.org, id),
      selectItems(ctx.db, ctx.org, id, { limit: size, offset: (page - 1) * size }),
    ])
    return { data: rows.map(serializeScorecardItem), meta: pageMeta(page, size, total) }
  },
})
