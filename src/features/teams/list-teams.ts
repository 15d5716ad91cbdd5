import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { paged, pageFields, pageMeta, pageOf } from '../../core/page.ts'
import { queryBoolean } from '../../core/wire.ts'
import { selectPage } from './queries.ts'
import { listedTeam } from './schema.ts'
import { listedTold } from './told.ts'

export const listTeams = defineOperation({
  id: 'listTeams',
  summary: 'List the teams of the organization, by name.',
  description:
    'The tree is told by `parentTeamUUID`; `children` is filled for a single team only. Archived teams are left out ' +
    'unless asked for.',
  tag: 'Teams',
  input: z.object({ includeArchived: queryBoolean(), ...pageFields({ default: 100, max: 500 }) }),
  output: pageOf(listedTeam),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/teams', ...paged(listedTeam) },
  async handle({ includeArchived, page, size }, ctx) {
    const limits = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectPage(ctx.db, ctx.org, { includeArchived }, limits)
    return { data: rows.map((row) => listedTold(ctx.org, row)), meta: pageMeta(page, size, total) }
  },
})
