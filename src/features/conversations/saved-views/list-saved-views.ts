import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { serializeView } from './mutate.ts'
import { selectPage } from './queries.ts'
import { savedView } from './schema.ts'

export const listSavedViews = defineOperation({
  id: 'listSavedViews',
  summary: 'List saved views',
  description:
    'Returns the views of the organization, then the private views of the caller, both in order of position.',
  tag: 'Saved views',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(savedView),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/views', ...paged(savedView) },
  async handle({ page, size }, ctx) {
    const window = { limit: size, offset: (page - 1) * size }
    const { total, rows } = await selectPage(ctx.db, ctx.org, ctx.principal.user?.id, window)
    return { data: rows.map((row) => serializeView(row, ctx)), meta: pageMeta(page, size, total) }
  },
})
