import type { Writer } from '../../core/db.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { requestAnalysis } from '../analysis-requests/index.ts'
import { currentOf, makeExtractive } from './make.ts'
import { selectStanding, updatePending } from './queries.ts'

/**
 * Has a summary made by the analysis. Until then there is one of what was said, so that nobody waits for nothing. Asked
 * for again while it waits, it is made once. The conversation must be locked and have a transcript.
 */
export async function requestSummary(
  tx: Writer,
  ctx: Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId },
  id: string,
): Promise<void> {
  const standing = await selectStanding(tx, ctx.org, 'everything', id)
  if (standing === undefined) return
  if (currentOf(standing) === undefined) await makeExtractive(tx, ctx, id, true)
  else await updatePending(tx, ctx.org, id, true)
  await requestAnalysis(tx, ctx, [id], ['summary'])
}
