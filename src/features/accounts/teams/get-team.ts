import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { team } from './schema.ts'
import { serializeTeam } from './serialize.ts'

export const getTeam = defineOperation({
  id: 'getTeam',
  summary: 'Get a team',
  description:
    'Returns a team, archived or not, with its direct child teams. Child teams that are archived are left out.',
  tag: 'Teams',
  input: z.object({ id: pathId('team') }),
  output: team,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/organizations/teams/{id}', ...inData(team) },
  async handle({ id }, ctx) {
    return serializeTeam(ctx.db, ctx.org, id)
  },
})
