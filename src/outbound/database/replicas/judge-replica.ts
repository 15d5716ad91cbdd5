/** Decides whether a server is a usable replica of the primary. Pure; `replica.ts` reads the facts. */
import type { ReplicaReport } from '../../../core/replicas.ts'

export interface PrimaryFacts {
  /** System identifier of the cluster, which a replica inherits. */
  readonly cluster: string
  /** Object ID of the database in its cluster. */
  readonly database: string
  /** Last applied migration. */
  readonly schema: string
  /** Epoch of the marks of writes. */
  readonly epoch: string
  /** Position of the write-ahead log, as a number of bytes. */
  readonly lsn: number
  /** Names of other processes of Parley that write without marks. Empty if there are none. */
  readonly unmarked: readonly string[]
}

export interface ReplicaFacts {
  readonly isRecovering: boolean
  readonly cluster: string
  readonly database: string
  /** Undefined if the database isn't one of Parley, or if it is older than replicas. */
  readonly schema: string | undefined
  readonly epoch: string | undefined
  readonly lsn: number | undefined
}

export type Verdict = Pick<ReplicaReport, 'state' | 'detail'>

const refuse = (detail: string): Verdict => ({ state: 'refused', detail })
const wait = (detail: string): Verdict => ({ state: 'behind', detail })

/** Verdict on a server that accepts writes. */
export const NO_REPLICA = refuse(
  'The server is a primary, not a streaming replica: the URL is that of a primary, or the replica was promoted. Set ' +
    'DATABASE_READ_URL to a streaming replica. After a failover, set DATABASE_URL to the new primary.',
)

/** @param lagSeconds time since the primary was at the position of the replica. @param lagSecondsMax from the settings */
export function judgeReplica(
  primary: PrimaryFacts,
  replica: ReplicaFacts,
  lagSeconds: number,
  lagSecondsMax: number,
): Verdict {
  if (replica.cluster !== primary.cluster) {
    return refuse(
      `The server belongs to another cluster (${replica.cluster}) than DATABASE_URL (${primary.cluster}). Set ` +
        'DATABASE_READ_URL to a streaming replica of the server in DATABASE_URL.',
    )
  }
  if (!replica.isRecovering) return NO_REPLICA
  if (replica.database !== primary.database) {
    return refuse('The URL names another database than DATABASE_URL. Use the same database name in DATABASE_READ_URL.')
  }
  if (primary.unmarked.length > 0) {
    return refuse(
      `Another process of Parley (${primary.unmarked.join(', ')}) writes without DATABASE_READ_URL, so replicas could ` +
        'miss its writes. Set DATABASE_READ_URL for all servers, workers and commands.',
    )
  }
  const isLagging = replica.lsn === undefined || replica.lsn < primary.lsn
  if (replica.schema !== primary.schema) {
    const versions = `The replica has the schema ${replica.schema ?? 'of no version'}, and the primary ${primary.schema}.`
    return isLagging
      ? wait(`${versions} Parley uses the replica when it has replayed the migration.`)
      : refuse(`${versions} Recreate the replica from the server in DATABASE_URL with pg_basebackup.`)
  }
  if (replica.epoch !== primary.epoch) {
    return isLagging
      ? wait(
          'The replica has not replayed the latest log of the server in DATABASE_URL. If this lasts, it follows another ' +
            'server, such as a former primary. Recreate it with pg_basebackup.',
        )
      : refuse(
          'The replica follows another server than that in DATABASE_URL, such as a former primary. Recreate it with ' +
            'pg_basebackup.',
        )
  }
  if (lagSeconds > lagSecondsMax) {
    return wait(
      `The replica is ${Math.round(lagSeconds)} seconds behind. DATABASE_READ_LAG_MAX allows ${lagSecondsMax}. Check its ` +
        'network, its disk and long queries on it.',
    )
  }
  return { state: 'ok', detail: undefined }
}

const HISTORY_MS = 3_600_000

/** Converts a lag in bytes to seconds, with the positions of the primary that this process has seen. */
export class LagClock {
  readonly #samples: { readonly at: number; readonly lsn: number }[] = []

  /** @param at milliseconds of the monotonic clock */
  add(at: number, lsn: number): void {
    const last = this.#samples.at(-1)
    // While nothing is written, the first sample with a position is the last time at which a replica could be behind it.
    if (last !== undefined && last.lsn === lsn) return
    // After a failover, positions can be lower than before.
    if (last !== undefined && lsn < last.lsn) this.#samples.length = 0
    this.#samples.push({ at, lsn })
    while ((this.#samples[0]?.at ?? at) < at - HISTORY_MS) this.#samples.shift()
  }

  /** Seconds since the primary passed the position. At least the length of the history, if it is older. */
  secondsBehind(at: number, lsn: number): number {
    const next = this.#samples.find((sample) => sample.lsn > lsn)
    return next === undefined ? 0 : (at - next.at) / 1_000
  }
}
