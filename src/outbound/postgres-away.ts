/**
 * What breaks because PostgreSQL is restarted, or cannot be reached, is nobody's mistake and passes: callers are told to
 * try again, and not that something is wrong with us.
 */
import { AppError } from '../core/errors.ts'
import type { Log } from '../core/log.ts'

const CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EHOSTUNREACH'],
  // It shuts down, has crashed, or starts; the connection is gone.
  ...['57P01', '57P02', '57P03', '08000', '08001', '08003', '08006'],
])
/** What `pg` says of a connection that ended, without a code. */
const ENDED = /^(Connection terminated|Client has encountered a connection error)/

/** Between two lines of the log while it is away. */
const TOLD_EVERY_MS = 10_000

/** What is thrown on in the place of an error of the driver. */
export type Rethrown = (error: unknown) => Error

/** @param log is told why, now and then, since callers are not */
export function createRethrown(log: Pick<Log, 'warn'>): Rethrown {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (error) => {
    const fault = error instanceof Error ? error : new Error(String(error))
    const { code } = fault as { code?: unknown }
    if (!CODES.has(String(code)) && !ENDED.test(fault.message)) return fault
    if (performance.now() >= quietUntil) {
      quietUntil = performance.now() + TOLD_EVERY_MS
      log.warn({ error: fault.message }, 'the database cannot be reached')
    }
    const away = new AppError('unavailable', 'database_unavailable', 'Database unavailable', [
      { pointer: '', detail: 'The database cannot be reached at the moment. Try again in a moment.' },
    ])
    away.cause = fault
    return away
  }
}
