import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { toVisibility } from '../../../core/principal.ts'
import { queryString, uuid } from '../../../core/wire.ts'
import { teamExists, teamsWithin } from '../../accounts/identity/index.ts'
import { selectOpportunities } from './queries.ts'
import { opportunity } from './schema.ts'
import { serializeOpportunity } from './serialize.ts'

export const listOpportunities = defineOperation({
  id: 'listOpportunities',
  summary: 'List opportunities',
  description: 'Returns opportunities that the caller has access to, newest first.',
  tag: 'CRM',
  input: z.object({
    ...changedListFields({ default: 50, max: 200 }),
    team_id: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Returns opportunities of the team and its child teams.',
      ),
    title: queryString(512)
      .optional()
      .describe('Text that the title contains, ignoring case. Maximum 512 characters. Example: `renewal`.'),
  }),
  output: pageSchema(opportunity),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/opportunities',
    ...paged(opportunity),
  },
  async handle({ team_id: teamId, title = '', ...input }, ctx) {
    if (teamId !== undefined && !(await teamExists(ctx.db, ctx.org, teamId))) {
      throw invalid({
        pointer: '/query/team_id',
        detail: 'No team has this ID. Use an ID from `GET /organizations/teams`.',
      })
    }
    const teamIds = teamId === undefined ? undefined : await teamsWithin(ctx.db, ctx.org, [teamId])
    const { rows, meta } = await selectOpportunities(
      ctx.db,
      ctx.org,
      toVisibility(ctx.principal),
      { teamIds, title },
      toWindow(input),
    )
    return { data: rows.map(serializeOpportunity), meta }
  },
})
