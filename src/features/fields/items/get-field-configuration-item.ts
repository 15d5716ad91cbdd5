import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { configurationExists } from '../configurations/index.ts'
import { noConfiguration, noItem } from './locked.ts'
import { serializeItem } from './model.ts'
import { selectItem } from './queries.ts'
import { fieldItem } from './schema.ts'

export const getFieldConfigurationItem = defineOperation({
  id: 'getFieldConfigurationItem',
  summary: 'Get a field configuration item',
  description: 'Returns the question, response type, options and dependency of the item.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration'), itemId: pathId('field configuration item') }),
  output: fieldItem,
  requires: { scope: 'read' },
  rest: {
    method: 'GET',
    path: '/field-configurations/{id}/items/{itemId}',
    ...inData(fieldItem),
  },
  async handle({ id, itemId }, ctx) {
    const row = await selectItem(ctx.db, ctx.org, id, itemId)
    if (row !== undefined) return serializeItem(row)
    throw (await configurationExists(ctx.db, ctx.org, id)) ? noItem() : noConfiguration()
  },
})
