import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectScorecard } from './queries.ts'
import { selectItems } from './queries-items.ts'
import { scorecardItem } from './schema.ts'
import { serializeScorecardItem } from './serialize.ts'

export const listScorecardItems = defineOperation({
  id: 'listScorecardItems',
  summary: 'List scorecard items',
  description: 'Returns the questions of a scorecard in the order of their positions.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), ...changedListFields({ default: 50, max: 200 }) }),
  output: pageSchema(scorecardItem),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/items',
    ...paged(scorecardItem),
  },
  async handle({ id, ...window }, ctx) {
    if ((await selectScorecard(ctx.db, ctx.org, id)) === undefined) throw notFound('scorecard')
    const { rows, meta } = await selectItems(ctx.db, ctx.org, id, toWindow(window))
    return { data: rows.map(serializeScorecardItem), meta }
  },
})
