/**
 * What fails because PostgreSQL can't be reached or has nothing left to serve with is nobody's mistake and passes: callers
 * are asked to try again, and not told that something is wrong inside.
 */
import { AppError } from '../core/errors.ts'
import { diskFull, isDiskFull } from '../core/exhaustion.ts'
import type { Log } from '../core/log.ts'

const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'EMFILE', 'ENFILE'],
  // It shuts down, has crashed, or starts; the database is dropped; the connection is gone.
  ...['57P01', '57P02', '57P03', '57P04', '57P05', '08000', '08001', '08003', '08004', '08006'],
  // Too many connections, of all or of the role or the database.
  '53300',
  // Its disk or its memory is full, or another limit of the server is reached.
  ...['53000', '53100', '53200', '53400'],
  // A failover: what was the primary, or is not one yet, takes no writes.
  '25006',
  // Its own I/O failed.
  ...['58000', '58030'],
  // Idle in a transaction for too long: this process was held up.
  '25P03',
])
/** What `pg` says, without a code, of a connection that ended, and of one that could not be had in time. */
const ENDED =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/
/** What PgBouncer says, with codes of its own, when it has no server to give (08P01 also means a protocol error). */
const POOLER =
  /(query_wait_timeout|server_login_retry|no more connections allowed|server conn crashed|pgbouncer cannot connect to server|client_login_timeout)/

/** Between two lines of the log while it is away. */
const TOLD_EVERY_MS = 10_000

/** What is thrown on in the place of an error of the driver. */
export type Rethrown = (error: unknown) => Error

/**
 * @param log receives the reason, now and then, since callers don't
 * @param isEmbedded whether a full disk is the one of the data folder, for which there is an answer of its own
 */
export function createRethrown(log: Pick<Log, 'warn'>, { isEmbedded = false } = {}): Rethrown {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (error) => {
    const fault = error instanceof Error ? error : new Error(String(error))
    if (fault instanceof AppError || !isAway(fault)) return fault
    const { code } = fault as { code?: unknown }
    if (performance.now() >= quietUntil) {
      quietUntil = performance.now() + TOLD_EVERY_MS
      log.warn(
        { error: fault.message, ...(typeof code === 'string' ? { code } : {}) },
        'the database cannot be reached',
      )
    }
    const away = isEmbedded && isDiskFull(fault) ? diskFull() : databaseUnavailable()
    away.cause = fault
    return away
  }
}

export const databaseUnavailable = (): AppError =>
  new AppError('unavailable', 'database_unavailable', 'Database unavailable', [
    { pointer: '', detail: 'The database cannot be reached at the moment. Try again in a moment.' },
  ])

function isAway(fault: Error): boolean {
  const { code } = fault as { code?: unknown }
  return CODES.has(String(code)) || ENDED.test(fault.message) || POOLER.test(fault.message)
}
