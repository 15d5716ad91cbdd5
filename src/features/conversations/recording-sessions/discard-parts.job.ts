import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import { defineJob } from '../../../core/jobs.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { toPartKey } from './model.ts'
import { deleteSession, selectParts, selectSessions } from './queries.ts'

/** Maximum number of files of a job. Deleting them from an object store takes less than a minute. */
const BATCH = 500

/** Deletes the files of a session that has ended. */
export const discardParts = defineJob({
  id: 'discard_recording_parts',
  input: z.object({ files: z.array(z.guid()).max(BATCH) }),
  // The store can be unavailable for a while, and no other job deletes the files later.
  retries: 20,
  timeout: 600,
  async handle({ files }, ctx) {
    for (const id of files) await ctx.files.delete(toPartKey(ctx.org, id))
  },
})

/** Deletes all sessions of a user. */
export async function endUserSessions(
  tx: Writer,
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  userId: string,
): Promise<void> {
  for (const { id } of await selectSessions(tx, ctx.org, userId)) await endSession(tx, ctx, id)
}

/** Deletes a locked session. A job deletes its files after the commit. */
export async function endSession(
  tx: Writer,
  ctx: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  session: string,
): Promise<void> {
  const files = (await selectParts(tx, ctx.org, session)).map(({ file_id }) => file_id)
  await deleteSession(tx, ctx.org, session)
  for (let from = 0; from < files.length; from += BATCH)
    await ctx.jobs.add(tx, ctx.org, discardParts, { files: files.slice(from, from + BATCH) })
}
