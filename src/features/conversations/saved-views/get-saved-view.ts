import { z } from 'zod'
import { notFound } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { serializeView } from './mutate.ts'
import { selectView } from './queries.ts'
import { savedView } from './schema.ts'

export const getSavedView = defineOperation({
  id: 'getSavedView',
  summary: 'Get a saved view',
  description:
    'Returns a view with its filters. Only the owner can read a private view. Users of the team and admins can read a view of a team.',
  tag: 'Saved views',
  input: z.object({ id: pathId('view') }),
  output: savedView,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/views/{id}', ...inData(savedView) },
  async handle({ id }, ctx) {
    const row = await selectView(ctx.db, ctx.org, ctx.principal, id)
    if (row === undefined) throw notFound('view')
    return serializeView(row, ctx)
  },
})
