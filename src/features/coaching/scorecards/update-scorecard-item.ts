import { z } from 'zod'
import { omitUndefined } from '../../../core/omit-undefined.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId, requireAnyField, SOMETHING_GIVEN } from '../../../core/wire.ts'
import { changeItems, requireItem, requirePosition } from './mutate.ts'
import { countItems, moveItem, updateItemRow } from './queries-items.ts'
import { itemFields, scorecardItem } from './schema.ts'
import { serializeScorecardItem } from './serialize.ts'

export const updateScorecardItem = defineOperation({
  id: 'updateScorecardItem',
  summary: 'Update a scorecard item',
  description:
    'Omitted fields keep their values. `metadata` replaces the whole scale. Each change increments the version. ' +
    "Existing results don't change. Requires the admin role.",
  tag: 'Scorecards',
  input: z
    .object({
      id: pathId('scorecard'),
      itemId: pathId('scorecard item'),
      ...itemFields,
      title: itemFields.title.optional(),
    })
    .refine(requireAnyField('id', 'itemId'), SOMETHING_GIVEN),
  output: scorecardItem,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'PATCH',
    path: '/scorecards/{id}/items/{itemId}',
    ...inData(scorecardItem),
  },
  async handle({ id, itemId, title, position, weight, expertPrompt, metadata }, ctx) {
    return changeItems(ctx, id, async (tx) => {
      const item = await requireItem(tx, ctx.org, id, itemId)
      if (position !== undefined) {
        requirePosition(position, await countItems(tx, ctx.org, id))
        await moveItem(tx, ctx.org, item, position, ctx.clock.now())
      }
      const change = {
        ...omitUndefined({ title, weight, expert_prompt: expertPrompt }),
        ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata) }),
      }
      await updateItemRow(tx, ctx.org, item, change, ctx.clock.now())
      return serializeScorecardItem(await requireItem(tx, ctx.org, id, itemId))
    })
  },
})
