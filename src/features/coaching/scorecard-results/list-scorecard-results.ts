import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { pathId, queryInstant } from '../../../core/wire.ts'
import { scorecardExists } from '../scorecards/index.ts'
import { selectByScorecard } from './queries.ts'
import { queryId, storedResult } from './schema.ts'
import { serializeResult } from './serialize.ts'

export const listScorecardResults = defineOperation({
  id: 'listScorecardResults',
  summary: 'List results of a scorecard',
  description:
    'Returns results for conversations that the caller has access to, newest conversation first. Excludes ' +
    'archived conversations.',
  tag: 'Scorecards',
  input: z.object({
    id: pathId('scorecard'),
    ...changedListFields({ default: 25, max: 100 }),
    owner: queryId(
      'ID of the user who owns the conversations, from `GET /organizations/users`. Defaults to all users. Example: `7b1f9d52-4c86-4f0e-9a53-2f1d6f0c8e11`.',
    ),
    from: queryInstant()
      .optional()
      .describe('Earliest start of the conversations, as ISO 8601 date-time or date. Example: `2026-11-01`.'),
    to: queryInstant()
      .optional()
      .describe('Latest start of the conversations, as ISO 8601 date-time or date. Example: `2026-11-30T23:59:59Z`.'),
  }),
  output: pageSchema(storedResult),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards/{id}/results',
    ...paged(storedResult),
  },
  async handle({ id, owner, from, to, ...window }, ctx) {
    if (!(await scorecardExists(ctx.db, ctx.org, id))) throw notFound('scorecard')
    const filters = { scorecardId: id, ownerId: owner, from, to }
    const sight = toVisibility(ctx.principal)
    const { rows, meta } = await selectByScorecard(ctx.db, ctx.org, sight, filters, toWindow(window))
    return { data: rows.map(serializeResult), meta }
  },
})
