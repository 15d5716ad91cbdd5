import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { selectScorecard } from './queries.ts'
import { scorecard } from './schema.ts'
import { serializeScorecard } from './serialize.ts'

export const getScorecard = defineOperation({
  id: 'getScorecard',
  summary: 'Get a scorecard',
  description: 'Returns a scorecard without its items. Get them with `GET /scorecards/{id}/items`.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard') }),
  output: scorecard,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}',
    ...inData(scorecard),
  },
  async handle({ id }, ctx) {
    const row = await selectScorecard(ctx.db, ctx.org, id)
    if (row === undefined) throw notFound('scorecard')
    return serializeScorecard(row, ctx.org)
  },
})
