import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { paged, pageSchema } from '../../../core/page.ts'
import { selectPage } from './queries.ts'
import { label } from './schema.ts'
import { serializeLabel } from './serialize.ts'

export const listLabels = defineOperation({
  id: 'listLabels',
  summary: 'List labels',
  description: 'Returns the labels of the organization with their options, sorted by name.',
  tag: 'Labels',
  input: z.object(changedListFields({ default: 50, max: 200 })),
  output: pageSchema(label),
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/labels',
    ...paged(label),
  },
  async handle(input, ctx) {
    const { rows, meta } = await selectPage(ctx.db, ctx.org, toWindow(input))
    return { data: rows.map((row) => serializeLabel(row, ctx.org)), meta }
  },
})
