import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { listFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { teamExists, toRoleRecord } from '../identity/index.ts'
import { selectMembers } from './queries.ts'
import { member } from './schema.ts'

export const listTeamMembers = defineOperation({
  id: 'listTeamMembers',
  summary: 'List members of a team',
  description:
    'Returns active members of the team, without those of child teams, sorted by last name, first name and ID.',
  tag: 'Teams',
  input: z.object({ id: pathId('team'), ...listFields({ default: 100, max: 500 }) }),
  output: pageSchema(member),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/teams/{id}/members', ...paged(member) },
  async handle({ id, ...window }, ctx) {
    if (!(await teamExists(ctx.db, ctx.org, id))) throw notFound('team')
    const { rows, meta } = await selectMembers(ctx.db, ctx.org, id, toWindow(window))
    return {
      data: rows.map((row) => ({
        uuid: row.id,
        email: row.email,
        firstName: row.first_name,
        lastName: row.last_name,
        primary: row.primary,
        roles: [toRoleRecord({ id: row.role_id, type: row.role_type })],
      })),
      meta,
    }
  },
})
