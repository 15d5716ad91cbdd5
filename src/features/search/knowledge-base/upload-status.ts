/** Arrival of a file that a client uploads directly to the object store. */
import type { Writer } from '../../../core/db.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { extractSource } from './extract-source.job.ts'
import { toFileKey } from './model.ts'
import { lockSource, updateArrival } from './queries.ts'

type ArrivalPorts = Pick<Ports, 'files' | 'jobs' | 'clock'> & { readonly org: OrganizationId }

/** @returns size of the file in bytes, or undefined if the store doesn't contain it */
export async function sizeInStore(ctx: ArrivalPorts, id: string): Promise<number | undefined> {
  const stored = await ctx.files.get(toFileKey(ctx.org, id))
  // Only the size is needed. An open, unread body would keep its connection.
  stored?.body.destroy()
  return stored?.size
}

/** Records the arrival and schedules extraction. Repeated calls have no effect. */
export async function recordArrival(ctx: ArrivalPorts, tx: Writer, id: string, size: number): Promise<void> {
  const standing = await lockSource(tx, ctx.org, id)
  if (standing?.status !== 'indexing' || standing.file_arrived) return
  await updateArrival(tx, ctx.org, id, size, ctx.clock.now())
  await ctx.jobs.add(tx, ctx.org, extractSource, { id })
}
