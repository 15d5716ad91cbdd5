/**
 * Converts errors of an unavailable or overloaded PostgreSQL to a temporary error. Callers can retry, and don't get an
 * internal error.
 */
import { AppError } from '../../core/errors.ts'
import { diskFull, isDiskFull } from '../../core/exhaustion.ts'
import type { Log } from '../../core/log.ts'

const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  ...['ENETUNREACH', 'EMFILE', 'ENFILE'],
  // PostgreSQL shuts down, crashed or starts; the database was dropped; the connection was lost.
  ...['57P01', '57P02', '57P03', '57P04', '57P05', '08000', '08001', '08003', '08004', '08006'],
  // Too many connections, in total or of the role or the database.
  '53300',
  // Disk or memory is full, or another limit of the server is reached.
  ...['53000', '53100', '53200', '53400'],
  // Failover: the server is no longer or not yet the primary, and rejects writes.
  '25006',
  // I/O error of the server.
  ...['58000', '58030'],
  // Idle in transaction for too long, because this process was blocked.
  '25P03',
])
/** Messages of `pg` errors without a code, for lost connections and connection timeouts. */
const ENDED =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/
/** Messages of Citus without a code, for a lost server with data. */
const CITUS =
  /(failure on connection marked as essential|could not establish any connections to the node|could not commit transaction for shard|involved in a distributed deadlock|server closed the connection unexpectedly)/
/** Messages of PgBouncer without an available server. It also uses its code 08P01 for protocol errors. */
const POOLER =
  /(query_wait_timeout|server_login_retry|no more connections allowed|server conn crashed|pgbouncer cannot connect to server|client_login_timeout)/

/** Minimum time between two log lines during an outage. */
const TOLD_EVERY_MS = 10_000

/** Converts an error of the driver. */
export type Rethrown = (error: unknown) => Error

/**
 * @param log receives the reason at intervals, because callers don't
 * @param options `isEmbedded`: whether a full disk is that of the data folder, which has a separate error;
 * `unavailable`: creates the error of a database that can't be reached
 */
export function createErrorMapper(
  log: Pick<Log, 'warn'>,
  options: { readonly isEmbedded?: boolean; readonly unavailable?: (() => AppError) | undefined } = {},
): Rethrown {
  const { isEmbedded = false, unavailable = databaseUnavailable } = options
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
    const away = isEmbedded && isDiskFull(fault) ? diskFull() : unavailable()
    away.cause = fault
    return away
  }
}

export const databaseUnavailable = (detail = "The database isn't available. Try again in a few seconds."): AppError =>
  new AppError('unavailable', 'database_unavailable', 'Database unavailable', [{ pointer: '', detail }])

function isAway(fault: Error): boolean {
  const { code } = fault as { code?: unknown }
  return CODES.has(String(code)) || ENDED.test(fault.message) || POOLER.test(fault.message) || CITUS.test(fault.message)
}
