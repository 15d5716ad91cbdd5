import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId } from '../../../core/wire.ts'
import { scorecardExists } from '../scorecards/index.ts'
import { selectByScorecard } from './queries.ts'
import { storedResult } from './schema.ts'
import { serializeResult } from './serialize.ts'

export const listScorecardResults = defineOperation({
  id: 'listScorecardResults',
  summary: 'List results of a scorecard',
  description:
    'Returns results for conversations that the caller has access to, newest conversation first. Excludes ' +
    'archived conversations.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), ...pageFields({ default: 25, max: 100 }) }),
  output: pageSchema(storedResult),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/results',
    ...paged(storedResult),
  },
  async handle({ id, page, size }, ctx) {
    if (!(await scorecardExists(ctx.db, ctx.org, id))) throw notFound('scorecard')
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectByScorecard(ctx.db, ctx.org, toVisibility(ctx.principal), id, window)
    return { data: rows.map(serializeResult), meta: pageMeta(page, size, total) }
  },
})
