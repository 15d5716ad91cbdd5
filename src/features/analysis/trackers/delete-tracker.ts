import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteTrackerRow } from './queries.ts'

export const deleteTracker = defineOperation({
  id: 'deleteTracker',
  summary: 'Delete a tracker',
  description: 'Deletes a tracker and all its hits permanently. Requires the admin role.',
  tag: 'Trackers',
  input: z.object({ id: pathId('tracker') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/trackers/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      if (!(await deleteTrackerRow(tx, ctx.org, id))) throw notFound('tracker')
    })
    return undefined
  },
})
