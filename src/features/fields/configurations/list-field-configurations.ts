import { z } from 'zod'
import { invalid } from '../../../core/errors.ts'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { uuid } from '../../../core/wire.ts'
import { teamExists } from '../../accounts/identity/index.ts'
import { selectConfigurations } from './queries.ts'
import { fieldConfiguration } from './schema.ts'
import { serializeConfiguration } from './serialize.ts'

export const listFieldConfigurations = defineOperation({
  id: 'listFieldConfigurations',
  summary: 'List field configurations',
  description: 'Returns the field configurations of the organization, newest first.',
  tag: 'Fields',
  input: z.object({
    ...changedListFields({ default: 50, max: 200 }),
    teamUUID: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Returns configurations for this team and for all teams. Defaults to all ' +
          'configurations. Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
  }),
  output: pageSchema(fieldConfiguration),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/field-configurations',
    ...paged(fieldConfiguration),
  },
  async handle({ teamUUID: teamId, ...input }, ctx) {
    if (teamId !== undefined && !(await teamExists(ctx.db, ctx.org, teamId))) {
      throw invalid({
        pointer: '/query/teamUUID',
        detail: 'No team has this ID. Use an ID from `GET /organizations/teams`.',
      })
    }
    const { rows, meta } = await selectConfigurations(ctx.db, ctx.org, { teamId }, toWindow(input))
    return { data: rows.map((row) => serializeConfiguration(ctx.org, row)), meta }
  },
})
