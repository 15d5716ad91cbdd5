/** Logs an internal error. The response contains only the request ID. */
import type { Log } from '../../core/log.ts'

/** @param more location in the request, if the error concerns a part of it */
export function logInternal(log: Pick<Log, 'error'>, requestId: string, error: unknown, more: object = {}): void {
  const told = error instanceof Error ? { message: error.message, stack: error.stack } : String(error)
  log.error({ request: requestId, ...more, error: told }, 'internal error')
}
