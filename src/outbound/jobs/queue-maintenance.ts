/** Maintains the queue of jobs: retries interrupted runs, folds counts, deletes old rows, and reports unknown jobs. */
import type { OwnerDatabase } from '../../core/db.ts'
import type { Log } from '../../core/log.ts'
import type { JobsDatabase } from './database.ts'
import { deleteOld, foldCounts, readQueueFigures, selectStopped } from './statements.ts'

export interface QueueMaintenance {
  /** Marks interrupted runs, or all runs, as failed, so that they are retried. */
  giveUpStopped(all: boolean): Promise<void>
  /** Adds up the counts of jobs, if the last time is long enough ago. */
  foldIfDue(): Promise<void>
  /** Maintains the queue, if the last time is long enough ago. */
  maintainIfDue(): Promise<void>
}

/** Milliseconds between two aggregations of the job counts. */
const FOLD_EVERY = 5_000

/**
 * @param names queues of this program
 * @param tendMs milliseconds between two maintenance runs
 */
export function createQueueMaintenance(
  { boss }: Pick<JobsDatabase, 'boss'>,
  owner: OwnerDatabase,
  names: readonly string[],
  log: Pick<Log, 'warn'>,
  tendMs: number,
): QueueMaintenance {
  const unknown = new Set<string>()
  let tendedAt = performance.now()
  let foldedAt = 0

  async function giveUpStopped(all: boolean): Promise<void> {
    for (const stopped of await selectStopped(owner, names, all)) {
      await boss.fail(stopped.name, stopped, { message: 'The process of the run ended.' })
    }
  }

  return {
    giveUpStopped,
    async foldIfDue() {
      if (performance.now() - foldedAt <= FOLD_EVERY) return
      foldedAt = performance.now()
      await foldCounts(owner)
    },
    async maintainIfDue() {
      if (performance.now() - tendedAt <= tendMs) return
      tendedAt = performance.now()
      await giveUpStopped(false)
      await deleteOld(owner)
      for (const { job, waiting, later } of await readQueueFigures(owner, undefined)) {
        if (waiting + later === 0 || names.includes(job) || unknown.has(job)) continue
        unknown.add(job)
        log.warn({ job }, 'jobs wait that this program does not know; another version may have added them')
      }
    },
  }
}
