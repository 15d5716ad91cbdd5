import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { removeMember } from './change.ts'

export const deleteTeamMember = defineOperation({
  id: 'deleteTeamMember',
  summary: 'Take a user out of a team.',
  description: 'When it was the primary team, the oldest of the others becomes it. Who is no member stays none.',
  tag: 'Teams',
  input: z.object({ id: pathId('team'), userId: pathId('user') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/teams/{id}/members/{userId}', status: 204 },
  async handle({ id, userId }, ctx) {
    await ctx.transact((tx) => removeMember(tx, ctx.org, id, userId, ctx.clock.now()))
    return {}
  },
})
