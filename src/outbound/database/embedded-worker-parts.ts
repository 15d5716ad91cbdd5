/** Messages and data between the thread of the embedded database and the thread that starts it. */

export interface WorkerParts {
  /** Folder with PostgreSQL's files. */
  readonly folder: string
  readonly socket: string
  readonly maxConnections: number
  /** Settings of the session, as `name=value`. */
  readonly settings: readonly string[]
  readonly activity: Activity
}

/**
 * Shared memory with one number: when processing of the current message started, in milliseconds since 1970; 0 if there
 * is none. It can be read while the thread is busy.
 */
export type Activity = Float64Array<SharedArrayBuffer>

export const createActivity = (): Activity => new Float64Array(new SharedArrayBuffer(8))

export type WorkerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'tidied' }
  /** Housekeeping of a table failed. */
  | { readonly type: 'fault'; readonly fault: string }
  /** PostgreSQL ended by itself, and the thread ends too. */
  | { readonly type: 'ended'; readonly reason: string }

/** Exit code of a thread whose PostgreSQL ended by itself. */
export const DATABASE_ENDED = 3
