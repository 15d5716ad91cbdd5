import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { endTeam } from './mutate.ts'

export const archiveTeam = defineOperation({
  id: 'archiveTeam',
  summary: 'Archive a team',
  description:
    'Removes the members of the team; its conversations stay. Requires the admin role. Members whose primary team it was ' +
    'get their oldest other team as primary. Returns 409 `team_has_children` if the team has child teams: move or ' +
    'archive them first. To restore the team without its members, use `PATCH /organizations/teams/{id}`.',
  tag: 'Teams',
  input: z.object({ id: pathId('team') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/organizations/teams/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact((tx) => endTeam(tx, ctx.org, id, ctx.clock.now()))
    return {}
  },
})
