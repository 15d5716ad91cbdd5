/** State of the read replicas of this process, for `/metrics`, `/readyz` and `parley doctor`. */

/**
 * `waiting`: not examined yet. `behind`: responds, but isn't up to date. `unavailable`: doesn't respond, or failed a
 * read. `refused`: isn't a replica of the server in DATABASE_URL, or can't be used safely.
 */
export type ReplicaState = 'ok' | 'waiting' | 'behind' | 'unavailable' | 'refused'

export interface ReplicaReport {
  /** Host, port and database, without credentials. */
  readonly name: string
  readonly state: ReplicaState
  /** Reason of the state, and what to do. Undefined if the state is `ok`. */
  readonly detail: string | undefined
  /** Write-ahead log that the replica hasn't replayed. Undefined if unknown. */
  readonly lagBytes: number | undefined
  readonly lagSeconds: number | undefined
}

/**
 * Server on which an operation reads. `replica`: a replica. All others are the primary: `behind`, because no replica has
 * the last write of the organization; `lost`, because no replica can be used; `busy`, because all connections to
 * replicas are in use; `unknown`, because the process hasn't read the last write of the organization recently;
 * `repeated`, because a read failed on a replica and was repeated.
 */
export const READ_OUTCOMES = ['replica', 'behind', 'lost', 'busy', 'unknown', 'repeated'] as const
export type ReadOutcome = (typeof READ_OUTCOMES)[number]

export interface ReplicasReport {
  readonly replicas: readonly ReplicaReport[]
  /** Number of operations since the start of the process, by server. */
  readonly reads: Readonly<Record<ReadOutcome, number>>
}

/** Worst first. A replica that hasn't been examined yet isn't a fault. */
const FAULTS = ['refused', 'unavailable', 'behind'] as const

/** Worst state of the replicas, for `/readyz`. */
export const summarizeReplicas = (replicas: readonly ReplicaReport[]): (typeof FAULTS)[number] | 'ok' =>
  FAULTS.find((fault) => replicas.some(({ state }) => state === fault)) ?? 'ok'
