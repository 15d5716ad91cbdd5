import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { metaSchema, pageFields, pageMeta } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { noConfiguration } from './locked.ts'
import { serializeItem } from './model.ts'
import { selectItems } from './queries.ts'
import { fieldItem } from './schema.ts'

/** Operation 16 of the contract. Its envelope has no `links`. */
export const listFieldConfigurationItems = defineOperation({
  id: 'listFieldConfigurationItems',
  summary: 'List field configuration items',
  description: 'Returns the items of a field configuration in display order.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration'), ...pageFields({ default: 50, max: 200 }) }),
  output: z.object({ data: z.array(fieldItem), meta: metaSchema }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/field-configurations/{id}/items' },
  async handle({ id, page, size }, ctx) {
    const found = await selectItems(ctx.db, ctx.org, id, { limit: size, offset: (page - 1) * size })
    if (found === undefined) throw noConfiguration()
    return { data: found.rows.map(serializeItem), meta: pageMeta(page, size, found.total) }
  },
})
