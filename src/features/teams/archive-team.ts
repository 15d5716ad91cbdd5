import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { endTeam } from './change.ts'

export const archiveTeam = defineOperation({
  id: 'archiveTeam',
  summary: 'Archive a team: it loses its members, its conversations stay.',
  description:
    'Members whose primary team it was get the oldest of their others. A team with teams below it is refused with 409 ' +
    '`team_has_children`.',
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
