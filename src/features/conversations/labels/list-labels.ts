import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { selectPage } from './queries.ts'
import { label } from './schema.ts'
import { serializeLabel } from './serialize.ts'

export const listLabels = defineOperation({
  id: 'listLabels',
  summary: 'List labels',
  description: 'Returns the labels of the organization with their options, sorted by name.',
  tag: 'Labels',
  input: z.object(pageFields({ default: 50, max: 200 })),
  output: pageSchema(label),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/labels',
    ...paged(label),
  },
  async handle({ page, size }, ctx) {
    const { total, rows } = await selectPage(ctx.db, ctx.org, { limit: size, offset: (page - 1) * size })
    return { data: rows.map((row) => serializeLabel(row, ctx.org)), meta: pageMeta(page, size, total) }
  },
})
