import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { removeMember } from './mutate.ts'

export const deleteTeamMember = defineOperation({
  id: 'deleteTeamMember',
  summary: 'Remove a user from a team',
  description:
    "Requires the admin role. If the team was the user's primary team, the oldest of the user's other teams becomes the primary one. The conversations of the user stay with the team. Idempotent.",
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
