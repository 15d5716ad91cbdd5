/** What the thread of the embedded database and the one that starts it exchange. */

export interface WorkerParts {
  /** Of PostgreSQL's files. */
  readonly folder: string
  readonly socket: string
  readonly maxConnections: number
  /** Of the session, as `name=value`. */
  readonly settings: readonly string[]
  readonly activity: Activity
}

/**
 * Shared memory of one number: when the message that PostgreSQL is processing began, in milliseconds since 1970; 0 while
 * it processes none. It can be read while the thread is busy and answers no message.
 */
export type Activity = Float64Array<SharedArrayBuffer>

export const createActivity = (): Activity => new Float64Array(new SharedArrayBuffer(8))

export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'tidied' }
  /** Housekeeping of one table failed. */
  | { readonly type: 'fault'; readonly fault: string }
  /** PostgreSQL ended by itself, and the thread with it. */
  | { readonly type: 'ended'; readonly reason: string }

/** Exit code of a thread whose PostgreSQL ended by itself. */
export const DATABASE_ENDED = 3
