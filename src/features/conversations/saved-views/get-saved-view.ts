import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { canSeeView } from './model.ts'
import { serializeView } from './mutate.ts'
import { selectView } from './queries.ts'
import { savedView } from './schema.ts'

export const getSavedView = defineOperation({
  id: 'getSavedView',
  summary: 'Get a saved view',
  description: 'Returns a view with its filters. Only the owner can read a private view.',
  tag: 'Saved views',
  input: z.object({ id: pathId('view') }),
  output: savedView,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/views/{id}', ...inData(savedView) },
  async handle({ id }, ctx) {
    const row = await selectView(ctx.db, ctx.org, id)
    if (row === undefined || !canSeeView(ctx.principal, row)) throw notFound('view')
    return serializeView(row, ctx)
  },
})
