import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { itemOutput } from './schema.ts'
import { serializeItem } from './serialize.ts'

export const getLibraryItem = defineOperation({
  id: 'getLibraryItem',
  summary: 'Get a library item',
  description:
    'Returns the item with its snippet. Requires access to the library and to the conversation of the snippet.',
  tag: 'Library',
  input: z.object({ id: pathId('item') }),
  output: itemOutput,
  requires: { scope: 'read' },
  rest: { method: 'GET', path: '/library/items/{id}' },
  async handle({ id }, ctx) {
    return { data: await serializeItem(ctx, id) }
  },
})
