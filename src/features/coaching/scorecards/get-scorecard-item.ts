import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectScorecard } from './queries.ts'
import { selectItem } from './queries-items.ts'
import { scorecardItem } from './schema.ts'
import { serializeScorecardItem } from './serialize.ts'

export const getScorecardItem = defineOperation({
  id: 'getScorecardItem',
  summary: 'Get a scorecard item',
  description: 'Returns one question of a scorecard with its scale.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), itemId: pathId('scorecard item') }),
  output: scorecardItem,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/items/{itemId}',
    ...inData(scorecardItem),
  },
  async handle({ id, itemId }, ctx) {
    if ((await selectScorecard(ctx.db, ctx.org, id)) === undefined) throw notFound('scorecard')
    const row = await selectItem(ctx.db, ctx.org, id, itemId)
    if (row === undefined) throw notFound('scorecard item', '/path/itemId')
    return serializeScorecardItem(row)
  },
})
