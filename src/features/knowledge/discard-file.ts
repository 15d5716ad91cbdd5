/** A file that goes, in the transaction that lets go of it. */
import type { Writer } from '../../core/db.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { discardSourceFile } from './discard-source-file.job.ts'
import { formDeadline } from './model.ts'
import type { ListedRow } from './queries.ts'

export const hasFile = ({ source_type, file_removed_at }: Pick<ListedRow, 'source_type' | 'file_removed_at'>) =>
  source_type === 'file' && file_removed_at === null

export async function discardFileOf(
  tx: Writer,
  ctx: Pick<Ports, 'jobs' | 'clock'> & { readonly org: OrganizationId },
  { id, file_arrived }: Pick<ListedRow, 'id' | 'file_arrived'>,
): Promise<void> {
  // While its form is good the file may still come.
  const when = file_arrived ? undefined : { startAfter: formDeadline(ctx.clock.now()) }
  await ctx.jobs.add(tx, ctx.org, discardSourceFile, { id }, when)
}
