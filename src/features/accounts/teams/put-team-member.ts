import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { addMember } from './mutate.ts'

export const putTeamMember = defineOperation({
  id: 'putTeamMember',
  summary: 'Add a user to a team',
  description:
    'Requires the admin role. The first team of a user becomes the primary one. Other teams of the user stay. Idempotent.',
  tag: 'Teams',
  input: z.object({ id: pathId('team'), userId: pathId('user') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'PUT', path: '/teams/{id}/members/{userId}', status: 204 },
  async handle({ id, userId }, ctx) {
    await ctx.transact((tx) => addMember(tx, ctx.org, id, userId, ctx.clock.now()))
    return {}
  },
})
