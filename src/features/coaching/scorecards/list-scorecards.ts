import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { selectScorecards } from './queries.ts'
import { interactionType, scorecard } from './schema.ts'
import { serializeScorecard } from './serialize.ts'

export const listScorecards = defineOperation({
  id: 'listScorecards',
  summary: 'List scorecards',
  description: 'Returns the scorecards of the organization, newest first.',
  tag: 'Scorecards',
  input: z.object({
    ...pageFields({ default: 50, max: 200 }),
    teamId: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Returns scorecards of this team and scorecards for all teams.',
      ),
    interactionType: interactionType
      .optional()
      .describe('Returns only scorecards for this type of interaction. Example: `conversation`.'),
  }),
  output: pageSchema(scorecard),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/scorecards',
    ...paged(scorecard),
  },
  async handle({ page, size, teamId, interactionType }, ctx) {
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectScorecards(ctx.db, ctx.org, { teamId, interactionType }, window)
    return { data: rows.map((row) => serializeScorecard(row, ctx.org)), meta: pageMeta(page, size, total) }
  },
})
