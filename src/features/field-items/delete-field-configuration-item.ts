import { z } from 'zod'
import { defineOperation } from '../../core/operation.ts'
import { pathId } from '../../core/wire.ts'
import { lockedItem } from './locked.ts'
import { deleteItem } from './queries.ts'

/** Contract, operation 19. */
export const deleteFieldConfigurationItem = defineOperation({
  id: 'deleteFieldConfigurationItem',
  summary: 'Delete an item of a field configuration and every assignment of it.',
  description: 'Values that it has taken from conversations stay readable there.',
  tag: 'Fields',
  input: z.object({ id: pathId('field configuration'), itemId: pathId('field configuration item') }),
  output: z.object({}),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/field-configurations/{id}/items/{itemId}', status: 204 },
  async handle({ id: configurationId, itemId }, ctx) {
    await ctx.transact(async (tx) => {
      const { display_order: displayOrder } = await lockedItem(tx, ctx.org, configurationId, itemId)
      await deleteItem(tx, ctx.org, { id: itemId, configurationId, displayOrder })
    })
    return {}
  },
})
