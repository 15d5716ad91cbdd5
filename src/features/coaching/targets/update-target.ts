import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { checkBounds, requireMaySet } from './model.ts'
import { lockTarget, selectTarget, updateBounds } from './queries.ts'
import { target, targetFields } from './schema.ts'
import { announceTarget, serializeTarget } from './serialize.ts'

const { minimum, maximum } = targetFields

export const updateTarget = defineOperation({
  id: 'updateTarget',
  summary: 'Update a target',
  description:
    'Changes the bounds of a target. Omitted bounds keep their values, and null removes one. Figure, team and scorecard ' +
    "don't change. Admins change all targets, managers those of their teams and child teams. You can repeat the request " +
    'safely.',
  tag: 'Reports',
  input: z.object({ id: pathId('target'), minimum, maximum }).refine(requireAnyField('id'), SOMETHING_GIVEN),
  output: target,
  requires: { scope: 'write' },
  rest: { method: 'PATCH', path: '/targets/{id}', ...inData(target) },
  async handle({ id, ...given }, ctx) {
    return ctx.transact(async (tx) => {
      const had = await lockTarget(tx, ctx.org, id)
      if (had === undefined) throw notFound('target')
      requireMaySet(ctx.principal, had.team_id)
      const next = {
        minimum: given.minimum === undefined ? had.minimum : given.minimum,
        maximum: given.maximum === undefined ? had.maximum : given.maximum,
      }
      checkBounds(had.figure, next)
      if (next.minimum === had.minimum && next.maximum === had.maximum) return serializeTarget(had)
      await updateBounds(tx, ctx.org, { id, ...next, at: ctx.clock.now() })
      await announceTarget(tx, ctx, 'updated', had)
      const row = await selectTarget(tx, ctx.org, id)
      if (row === undefined) throw new Error('The target is missing after its update.')
      return serializeTarget(row)
    })
  },
})
