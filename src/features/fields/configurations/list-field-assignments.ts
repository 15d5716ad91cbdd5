import { z } from 'zod'
import { invalid, notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { pathId, uuid } from '../../../core/wire.ts'
import { teamExists } from '../../accounts/identity/index.ts'
import { selectConfiguration } from './queries.ts'
import { selectAssignments } from './queries-assignments.ts'
import { fieldAssignment } from './schema.ts'
import { serializeAssignment } from './serialize.ts'

export const listFieldAssignments = defineOperation({
  id: 'listFieldAssignments',
  summary: 'List field assignments',
  description:
    'Returns the assignments of the items of a configuration to teams, in display order. A configuration for all teams ' +
    'has one assignment per item, with a null `teamUUID`. Assignments to archived teams are omitted.',
  tag: 'Fields',
  input: z.object({
    id: pathId('field configuration'),
    ...listFields({ default: 50, max: 200 }),
    teamUUID: uuid()
      .optional()
      .describe(
        'ID of a team, from `GET /organizations/teams`. Returns assignments to this team and to all teams. Defaults to all ' +
          'assignments. Example: `7c9e6679-7425-40de-944b-e07fc1f90ae7`.',
      ),
  }),
  output: pageSchema(fieldAssignment),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/field-configurations/{id}/assignments',
    ...paged(fieldAssignment),
  },
  async handle({ id, teamUUID: teamId, ...input }, ctx) {
    if ((await selectConfiguration(ctx.db, ctx.org, id)) === undefined) throw notFound('field configuration')
    if (teamId !== undefined && !(await teamExists(ctx.db, ctx.org, teamId))) {
      throw invalid({
        pointer: '/query/teamUUID',
        detail: 'No team has this ID. Use an ID from `GET /organizations/teams`.',
      })
    }
    const { rows, meta } = await selectAssignments(ctx.db, ctx.org, id, { teamId }, toWindow(input))
    return { data: rows.map(serializeAssignment), meta }
  },
})
