/** What the log is told of an error of ours, of which the answer tells nothing but the request's id. */
import type { Log } from '../../core/log.ts'

/** @param more where in the request, when that is not the whole of it */
export function logInternal(log: Pick<Log, 'error'>, requestId: string, error: unknown, more: object = {}): void {
  const told = error instanceof Error ? { message: error.message, stack: error.stack } : String(error)
  log.error({ request: requestId, ...more, error: told }, 'internal error')
}
