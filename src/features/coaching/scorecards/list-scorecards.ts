import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
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
    ...changedListFields({ default: 50, max: 200 }),
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
  async handle({ teamId, interactionType, ...window }, ctx) {
    const filter = { teamId, interactionType }
    const { rows, meta } = await selectScorecards(ctx.db, ctx.org, filter, toWindow(window))
    return { data: rows.map((row) => serializeScorecard(row, ctx.org)), meta }
  },
})
