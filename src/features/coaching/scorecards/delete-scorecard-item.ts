import { z } from 'zod'
import { defineOperation } from '../../../core/operation.ts'
import { pathId } from '../../../core/wire.ts'
import { changeItems, requireItem } from './mutate.ts'
import { deleteItemRow } from './queries-items.ts'

export const deleteScorecardItem = defineOperation({
  id: 'deleteScorecardItem',
  summary: 'Delete a scorecard item',
  description:
    "Deletes the item permanently. Later items move down. Existing results don't change. Requires the admin role.",
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), itemId: pathId('scorecard item') }),
  output: z.undefined(),
  requires: { scope: 'write', role: 'ADMIN' },
  rest: { method: 'DELETE', path: '/scorecards/{id}/items/{itemId}', status: 204 },
  async handle({ id, itemId }, ctx) {
    await changeItems(ctx, id, async (tx) => {
      await deleteItemRow(tx, ctx.org, await requireItem(tx, ctx.org, id, itemId), ctx.clock.now())
    })
    return undefined
  },
})
