import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { lockedItem } from './locked.ts'
import { deleteItem } from './queries.ts'

/** Operation 19 of the contract. */
export const deleteFieldConfigurationItem = defineOperation({
  id: 'deleteFieldConfigurationItem',
  summary: 'Delete a field configuration item',
  description:
    'Deletes the item and its assignments permanently. Items that depend on it no longer have a dependency, and later ' +
    'items move up. Conversations keep the values found for the item. Requires the admin role.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration'), itemId: pathId('field configuration item') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/field-configurations/{id}/items/{itemId}', status: 204 },
  async handle({ id: configurationId, itemId }, ctx) {
    await ctx.transact(async (tx) => {
      const { display_order: displayOrder } = await lockedItem(tx, ctx.org, configurationId, itemId)
      await deleteItem(tx, ctx.org, { id: itemId, configurationId, displayOrder, at: ctx.clock.now() })
    })
    return {}
  },
})
