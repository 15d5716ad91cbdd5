/** How long work on limits waits for a store, and how often its faults are logged. */
import type { Log } from './log.ts'

/** Longest a request waits to be counted in a store that processes share. */
export const PATIENCE_MS = 500
const WARNING_EVERY_MS = 60_000
/** Parts in which patience is spent. */
const STEPS = 10

/**
 * Waits for work, but not forever. The time is measured in steps, each at least one turn of the event loop: an answer that
 * lies ready while this process is busy is read before the wait is over.
 * @throws Error when it takes longer; what comes of it then is of no interest any more
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    let left = STEPS
    const step = () => {
      timer = setTimeout(() => {
        left--
        if (left > 0) step()
        // Timers run before answers are read; this runs after.
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

/** Warns at most once a minute, whatever goes wrong. */
export function createWarning(log: Pick<Log, 'warn'>): (error: unknown, message: string) => void {
  let quietUntil = Number.NEGATIVE_INFINITY
  return (error, message) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARNING_EVERY_MS
    // What callers are told of a fault says little; what is behind it says why.
    const fault = error instanceof Error && error.cause instanceof Error ? error.cause : error
    log.warn({ error: fault instanceof Error ? fault.message : String(fault) }, message)
  }
}
