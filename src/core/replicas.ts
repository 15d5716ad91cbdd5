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

/** Servers on which operations read. All except `replica` are reasons for the primary. */
export const READ_OUTCOMES = [
  'replica',
  // No replica has replayed the last write of the organization.
  'behind',
  // No replica can be used.
  'lost',
  // All connections to replicas are in use.
  'busy',
  // The process hasn't read the mark of the organization recently.
  'unknown',
  // A read failed on the replica, or the replica was behind.
  'repeated',
] as const
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
