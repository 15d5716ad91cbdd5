/** Shared functions of operations that change scorecards. */
import type { Writer } from '../../../core/db.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { Context } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { requestLookBack } from '../../platform/analysis-requests/index.ts'
import { lockScorecard, updateScorecardRow } from './queries.ts'
import { type ScorecardItemRow, selectItem } from './queries-items.ts'

/** Changes the items of a scorecard. Locks the scorecard and increments its version. */
export async function changeItems<T>(
  ctx: Context,
  scorecardId: string,
  change: (tx: Writer) => Promise<T>,
): Promise<T> {
  return ctx.transact(async (tx) => {
    if ((await lockScorecard(tx, ctx.org, scorecardId)) === undefined) throw notFound('scorecard')
    const result = await change(tx)
    await updateScorecardRow(tx, ctx.org, scorecardId, {}, ctx.clock.now())
    await requestLookBack(tx, ctx)
    return result
  })
}

/** @throws AppError `scorecard_item_not_found` */
export async function requireItem(
  tx: Writer,
  org: OrganizationId,
  scorecardId: string,
  itemId: string,
): Promise<ScorecardItemRow> {
  const item = await selectItem(tx, org, scorecardId, itemId)
  if (item === undefined) throw notFound('scorecard item', '/path/itemId')
  return item
}

/** @throws AppError `validation_failed` if the position would leave a gap */
export function requirePosition(position: number, last: number): void {
  if (position > last) throw invalid({ pointer: '/position', detail: `\`position\` must be at most ${last}.` })
}
