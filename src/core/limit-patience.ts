/** Timeout and log rate of limit stores. */
import type { Log } from './log.ts'

/** Maximum time that a request waits for a shared limit store, in milliseconds. */
export const PATIENCE_MS = 500
const WARNING_EVERY_MS = 60_000
/** Number of steps of the timeout. */
const STEPS = 10

/**
 * Waits for work with a timeout. The timeout consists of steps of at least one turn of the event loop each. Therefore a
 * response that arrived while this process was busy is still read.
 * @throws Error on timeout; the result is ignored then
 */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let left = STEPS
    const step = () => {
      timer = setTimeout(() => {
        left--
        if (left > 0) step()
        // Timers run before I/O; `setImmediate` runs after it.
        else setImmediate(() => reject(new Error(`No answer within ${ms} ms.`)))
      }, ms / STEPS)
    }
    step()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates a function that logs at most one warning per minute. */
export function createWarning(log: Pick<Log, 'warn'>): (error: unknown, message: string) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (error, message) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARNING_EVERY_MS
    // The cause has more detail than the message for callers.
    const fault = error instanceof Error && error.cause instanceof Error ? error.cause : error
    log.warn({ error: fault instanceof Error ? fault.message : String(fault) }, message)
  }
}
