import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { requestAnalysis } from '../../platform/analysis-requests/index.ts'
import { findCurrentSummary, saveSummary } from './make.ts'
import { type SummaryRow, updatePending } from './queries.ts'
import type { LockedSummary } from './transact-with-summary.ts'

/**
 * Requests a summary from the analysis. An extractive summary is stored until it's ready. Repeated requests create it
 * once. The conversation must be locked and have a transcript.
 * @returns the summary until then
 */
export async function requestSummary(
  tx: Writer,
  ctx: Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId },
  id: string,
  { extractive, ...state }: LockedSummary,
): Promise<SummaryRow | undefined> {
  const current = findCurrentSummary(state)
  await requestAnalysis(tx, ctx, [id], ['summary'])
  if (current !== undefined) {
    await updatePending(tx, ctx.org, id, true)
    return { ...current, pending: true }
  }
  if (extractive === undefined || state.current === null) return undefined
  return await saveSummary(tx, ctx, id, state.current, extractive, true)
}
