import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { requestAnalysis } from '../../platform/analysis-requests/index.ts'
import { findCurrentSummary, makeExtractive } from './make.ts'
import { selectStanding, updatePending } from './queries.ts'

/**
 * Requests a summary from the analysis. An extractive summary is stored until it's ready. Repeated requests create it
 * once. The conversation must be locked and have a transcript.
 */
export async function requestSummary(
  tx: Writer,
  ctx: Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId },
  id: string,
): Promise<void> {
  const standing = await selectStanding(tx, ctx.org, 'everything', id)
  if (standing === undefined) return
  if (findCurrentSummary(standing) === undefined) await makeExtractive(tx, ctx, id, true)
  else await updatePending(tx, ctx.org, id, true)
  await requestAnalysis(tx, ctx, [id], ['summary'])
}
