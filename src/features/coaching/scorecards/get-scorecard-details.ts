import { z } from 'zod'
import { pageFields, pageMeta, pageSchema } from '../../../core/page.ts'
import { defineToolOperation } from '../../../core/tool.ts'
import { pathId } from '../../../core/wire.ts'
import { getScorecard } from './get-scorecard.ts'
import { getScorecardItem } from './get-scorecard-item.ts'
import { listScorecardItems } from './list-scorecard-items.ts'
import { scorecard, scorecardItem } from './schema.ts'

/**
 * For tools only: returns the scorecard with its items in one call, because each tool call is expensive for a model.
 */
export const getScorecardDetails = defineToolOperation({
  id: 'getScorecardDetails',
  summary: 'Get a scorecard with its items',
  tag: 'Scorecards',
  input: z.object({
    id: pathId('scorecard'),
    itemId: pathId('scorecard item').optional(),
    ...pageFields({ default: 25, max: 100 }),
  }),
  output: pageSchema(scorecardItem).extend({ scorecard }),
  requires: { scope: 'read' },
  async handle({ id, itemId, page, size }, ctx) {
    const [one, items] = await Promise.all([
      getScorecard.handle({ id }, ctx),
      itemId === undefined
        ? listScorecardItems.handle({ id, page, size }, ctx)
        : getScorecardItem.handle({ id, itemId }, ctx).then((item) => ({ data: [item], meta: pageMeta(1, size, 1) })),
    ])
    return { scorecard: one, ...items }
  },
})
