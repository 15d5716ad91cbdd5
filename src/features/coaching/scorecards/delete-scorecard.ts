import { z } from 'zod'
import { conflict, notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { releaseCriteria } from '../../conversations/labels/index.ts'
import { deleteScorecardRow, lockScorecard } from './queries.ts'

export const deleteScorecard = defineOperation({
  id: 'deleteScorecard',
  summary: 'Delete a scorecard',
  description:
    'Deletes the scorecard and its items permanently. Results stay on their conversations. Fails with 409 ' +
    '`default_template` for a default template; disable it instead. Requires the admin role.',
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/scorecards/{id}', status: 204 },
  async handle({ id }, ctx) {
    await ctx.transact(async (tx) => {
      const had = await lockScorecard(tx, ctx.org, id)
      if (had === undefined) throw notFound('scorecard')
      if (had.is_default_template) {
        throw conflict('default_template', "A default template can't be deleted. Disable it instead.")
      }
      await releaseCriteria(tx, ctx.org, { kind: 'scorecard', id })
      await deleteScorecardRow(tx, ctx.org, id)
    })
    return undefined
  },
})
