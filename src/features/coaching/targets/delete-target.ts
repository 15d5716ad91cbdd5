import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { requireMaySet } from './model.ts'
import { deleteTargetRow, lockTarget } from './queries.ts'
import { announceTarget } from './serialize.ts'

export const deleteTarget = defineOperation({
  id: 'deleteTarget',
  summary: 'Delete a target',
  description:
    'Deletes a target permanently. Calls and scores stay as they are. Admins delete all targets, managers those of their ' +
    'teams and child teams.',
  tag: 'Reports',
  input: z.object({ id: pathId('target') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/targets/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      const had = await lockTarget(tx, ctx.org, id)
      if (had === undefined) throw notFound('target')
      requireMaySet(ctx.principal, had.team_id)
      await deleteTargetRow(tx, ctx.org, id)
      await announceTarget(tx, ctx, 'deleted', had)
    })
    return undefined
  },
})
