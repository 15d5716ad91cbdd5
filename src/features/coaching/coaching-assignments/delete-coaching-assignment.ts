import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { announceAssignment } from './announce.ts'
import { requireAssigner } from './mutate.ts'
import { deleteAssignment, lockAssignment } from './queries-write.ts'
import { loadAssignmentRow } from './serialize.ts'

export const deleteCoachingAssignment = defineOperation({
  id: 'deleteCoachingAssignment',
  summary: 'Delete a coaching assignment',
  description:
    'Deletes an assignment with its answer permanently. A comment that answers it stays. Requires the assigner or an admin.',
  tag: 'Coaching',
  input: z.object({ id: pathId('coaching assignment') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/coaching-assignments/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      await loadAssignmentRow(ctx, tx, id)
      await lockAssignment(tx, ctx.org, id)
      const row = await loadAssignmentRow(ctx, tx, id)
      requireAssigner(ctx, row)
      await deleteAssignment(tx, ctx.org, id)
      await announceAssignment(tx, ctx, 'deleted', row)
    })
    return undefined
  },
})
