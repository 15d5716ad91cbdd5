/** Stores label changes by people. The conversation must be locked. */
import type { Writer } from '../../../../core/db.ts'
import type { Context } from '../../../../core/operation.ts'
import { requestAnalysis } from '../../../platform/analysis-requests/index.ts'
import { announceLabels } from '../announce-change.ts'
import { selectLabels, touchConversation, updateLabels } from '../queries.ts'
import { putLabelsOfPerson } from './queries-labels.ts'

/**
 * Labels that a person sets or removes belong to that person, and the analysis no longer changes them.
 * @param labels all labels after the change
 * @param set the labels that the request named. Others keep their origin
 */
export async function setLabels(
  tx: Writer,
  ctx: Context,
  id: string,
  labels: Readonly<Record<string, string>>,
  set: Readonly<Record<string, string>> = labels,
): Promise<void> {
  const had = await selectLabels(tx, ctx.org, id)
  const removed = Object.keys(had).filter((category) => !Object.hasOwn(labels, category))
  const by = { userId: ctx.principal.user?.id ?? null, at: ctx.clock.now() }
  await putLabelsOfPerson(tx, ctx.org, id, { set, removed }, by)
  // Labels can determine which scorecards and fields apply.
  await requestAnalysis(tx, ctx, [id])
  if (removed.length === 0 && Object.entries(labels).every(([category, option]) => had[category] === option)) return
  await updateLabels(tx, ctx.org, id, labels)
  await touchConversation(tx, ctx.org, id, ctx.clock.now())
  await announceLabels(tx, ctx, id, ctx.principal.user?.id ?? null)
}
