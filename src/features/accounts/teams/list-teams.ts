import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { queryBoolean } from '../../../core/wire.ts'
import { selectPage } from './queries.ts'
import { listedTeam } from './schema.ts'
import { serializeListedTeam } from './serialize.ts'

export const listTeams = defineOperation({
  id: 'listTeams',
  summary: 'List teams',
  description:
    'Returns all teams of the organization, sorted by name. `parentTeamUUID` describes the hierarchy; `children` is empty ' +
    'in lists. Archived teams are left out by default.',
  tag: 'Teams',
  input: z.object({
    includeArchived: queryBoolean().describe('Whether to include archived teams. Defaults to false. Example: `true`.'),
    ...changedListFields({ default: 100, max: 500 }),
  }),
  output: pageSchema(listedTeam),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/teams', ...paged(listedTeam) },
  async handle({ includeArchived, ...window }, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, { includeArchived }, toWindow(window))
    return { data: rows.map((row) => serializeListedTeam(ctx.org, row)), meta }
  },
})
