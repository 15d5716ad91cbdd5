import { z } from 'zod'
import { changedListFields, toWindow } from '../../../core/list-page.ts'
import { defineOperation } from '../../../core/operation.ts'
import { metaSchema } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { configurationExists } from '../configurations/index.ts'
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
  input: z.object({ id: pathId('field configuration'), ...changedListFields({ default: 50, max: 200 }) }),
  output: z.object({ data: z.array(fieldItem), meta: metaSchema }),
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/field-configurations/{id}/items' },
  async handle({ id, ...input }, ctx) {
    if (!(await configurationExists(ctx.db, ctx.org, id))) throw noConfiguration()
    const { rows, meta } = await selectItems(ctx.db, ctx.org, id, toWindow(input))
    return { data: rows.map(serializeItem), meta }
  },
})
