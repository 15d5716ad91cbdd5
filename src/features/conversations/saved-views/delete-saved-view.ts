import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeView, toViewOrder } from './mutate.ts'
import { deleteView, selectOrder, updateOrder } from './queries.ts'

export const deleteSavedView = defineOperation({
  id: 'deleteSavedView',
  summary: 'Delete a saved view',
  description: 'Deletes the view permanently. Conversations stay. Requires the owner of the view or an admin.',
  tag: 'Saved views',
  input: z.object({ id: pathId('view') }),
  output: z.undefined(),
  requires: { scope: 'write' },
  rest: { method: 'DELETE', path: '/views/{id}', status: 204 },
  async handle({ id }, ctx) {
    return changeView(ctx, id, async (tx, view) => {
      await deleteView(tx, ctx.org, id)
      await updateOrder(
        tx,
        ctx.org,
        await selectOrder(
          tx,
          ctx.org,
          toViewOrder({ visibility: view.visibility, teamId: view.team_id, ownerId: view.owner_id }),
        ),
        ctx.clock.now(),
      )
      return undefined
    })
  },
})
