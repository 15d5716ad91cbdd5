/** Deletes entries of the audit log that are older than the organization keeps them. */
import type { JobContext } from '../../../core/jobs.ts'
import { deleteEntriesBefore, recordService } from '../../platform/audit/index.ts'
import { dueBefore } from './model.ts'
import { lockAuditKeepDays } from './queries-audit.ts'

/** Entries per transaction, so that each one takes a fraction of a second. */
const BATCH = 1_000

/**
 * Deletes due entries in batches, oldest first. The transaction of each batch adds an entry with the number of deleted
 * entries and the time of the newest one. An interrupted run continues where it stopped.
 */
export async function deleteDueAuditEntries(ctx: JobContext): Promise<void> {
  let isDone = false
  while (!isDone) {
    ctx.signal.throwIfAborted()
    isDone = await ctx.transact(async (tx) => {
      // Read for each batch, so that a change of the setting applies to the remaining entries.
      const days = await lockAuditKeepDays(tx, ctx.org)
      if (days === null) return true
      const now = ctx.clock.now()
      const { count, newest } = await deleteEntriesBefore(tx, ctx.org, dueBefore(days, now), BATCH)
      if (newest === null) return true
      await recordService(tx, ctx.org, 'deleteAuditEntries', now, [
        { kind: 'deleted entries', id: String(count) },
        { kind: 'deleted up to', id: newest },
        { kind: 'organization', id: ctx.org },
      ])
      return count < BATCH
    })
  }
}
