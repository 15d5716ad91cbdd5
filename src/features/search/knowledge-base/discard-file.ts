/** Deletion of files of sources, scheduled in the transaction that removes the reference. */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { discardSourceFile } from './discard-source-file.job.ts'
import { formDeadline } from './model.ts'
import type { ListedSourceRow } from './queries.ts'

export const hasFile = ({ source_type, file_removed_at }: Pick<ListedSourceRow, 'source_type' | 'file_removed_at'>) =>
  source_type === 'file' && file_removed_at === null

export async function discardStoredFile(
  tx: Writer,
  ctx: Pick<Ports, 'jobs' | 'clock'> & { readonly org: OrganizationId },
  { id, file_arrived }: Pick<ListedSourceRow, 'id' | 'file_arrived'>,
): Promise<void> {
  // Until the upload form expires, the file can still arrive.
  const when = file_arrived ? undefined : { startAfter: formDeadline(ctx.clock.now()) }
  await ctx.jobs.add(tx, ctx.org, discardSourceFile, { id }, when)
}
