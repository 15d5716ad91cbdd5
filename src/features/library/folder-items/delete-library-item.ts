import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeItem } from './mutate.ts'
import { deleteItem } from './queries.ts'

export const deleteLibraryItem = defineOperation({
  id: 'deleteLibraryItem',
  summary: 'Remove an item from the library',
  description:
    'Removes the snippet from the folder. The snippet itself stays. Requires the admin role, or that you added the item or ' +
    'own the library.',
  tag: 'Library',
  input: z.object({ id: pathId('item') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/library/items/{id}', status: 204 },
  async handle({ id }, ctx) {
    await changeItem(
      ctx,
      id,
      async () => undefined,
      (tx) => deleteItem(tx, ctx.org, id),
    )
    return undefined
  },
})
