import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { deleteInsightRow, selectInsight } from '../insights/index.ts'
import { lockRun } from './queries.ts'

export const deleteInsight = defineOperation({
  id: 'deleteInsight',
  summary: 'Delete an insight',
  description:
    'Deletes the insight and its results permanently, also while it is evaluated. Requires its owner or the admin role.',
  tag: 'Insights',
  input: z.object({ id: pathId('insight') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/gi/{id}', status: 204 },
  async handle({ id }, ctx) {
    const { role, user } = ctx.principal
    return ctx.transact(async (tx) => {
      const row = await selectInsight(tx, ctx.org, id)
      if (row === undefined || (role !== 'ADMIN' && user?.id !== row.user_id)) throw notFound('insight')
      await lockRun(tx, ctx.org, id)
      if (!(await deleteInsightRow(tx, ctx.org, id))) throw notFound('insight')
      return undefined
    })
  },
})
