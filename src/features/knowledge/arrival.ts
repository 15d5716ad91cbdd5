/** A file that was sent straight to the store. */
import type { Writer } from '../../core/db.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { extractSource } from './extract-source.job.ts'
import { fileOf } from './model.ts'
import { lockSource, updateArrival } from './queries.ts'

type ArrivalPorts = Pick<Ports, 'files' | 'jobs' | 'clock'> & { readonly org: OrganizationId }

/** @returns its size in bytes; undefined when it is not there */
export async function sizeInStore(ctx: ArrivalPorts, id: string): Promise<number | undefined> {
  const stored = await ctx.files.get(fileOf(ctx.org, id))
  // Only its size is wanted; a body that is opened and never read would keep its connection.
  stored?.body.destroy()
  return stored?.size
}

/** Once, however often it is told. */
export async function noteArrival(ctx: ArrivalPorts, tx: Writer, id: string, size: number): Promise<void> {
  const standing = await lockSource(tx, ctx.org, id)
  if (standing?.status !== 'indexing' || standing.file_arrived) return
  await updateArrival(tx, ctx.org, id, size, ctx.clock.now())
  await ctx.jobs.add(tx, ctx.org, extractSource, { id })
}
