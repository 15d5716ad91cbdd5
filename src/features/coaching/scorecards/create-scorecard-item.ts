import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import { conflict } from '../../../core/errors.ts'
import { defineOperation } from '../../../core/operation.ts'
import { inData } from '../../../core/page.ts'
import { pathId } from '../../../core/wire.ts'
import { changeItems, requireItem, requirePosition } from './mutate.ts'
import { countItems, ITEMS_MAX, insertItem } from './queries-items.ts'
import { DEFAULT_METADATA, itemFields, scorecardItem } from './schema.ts'
import { serializeScorecardItem } from './serialize.ts'

export const createScorecardItem = defineOperation({
  id: 'createScorecardItem',
  summary: 'Create a scorecard item',
  description: `Adds a question to a scorecard. A scorecard can have at most ${ITEMS_MAX} items. Existing results don't change. Requires the admin role.`,
  tag: 'Scorecards',
  input: z.object({ id: pathId('scorecard'), ...itemFields }),
  output: scorecardItem,
  requires: { scope: 'write', role: 'ADMIN' },
  rest: {
    method: 'POST',
    derived: false,
    path: '/scorecards/{id}/items',
    status: 201,
    ...inData(scorecardItem),
  },
  async handle({ id, title, position, weight = 1, expertPrompt = '', metadata = DEFAULT_METADATA }, ctx) {
    const itemId = newId()
    return changeItems(ctx, id, async (tx) => {
      const last = (await countItems(tx, ctx.org, id)) + 1
      if (last > ITEMS_MAX)
        throw conflict('too_many_items', `A scorecard can have at most ${ITEMS_MAX} items. Delete an item first.`)
      if (position !== undefined) requirePosition(position, last)
      const item = { id: itemId, title, position: position ?? last, weight, expertPrompt, metadata }
      await insertItem(tx, ctx.org, id, { ...item, at: ctx.clock.now() })
      ctx.addAuditTarget('scorecard item', itemId)
      return serializeScorecardItem(await requireItem(tx, ctx.org, id, itemId))
    })
  },
})
