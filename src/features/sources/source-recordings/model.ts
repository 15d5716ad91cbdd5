/** Retry schedule of calls whose source fails. */
import { findRetryDelay } from '../../../core/retry-delays.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Delays between attempts, more than three days in total: sources deliver late, and credentials expire on weekends. */
export const WAITS_MS: readonly number[] = [
  30_000,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
  30 * HOUR,
]

/**
 * @param tries number of attempts, including the one that failed
 * @returns time of the next attempt, or undefined after the last one
 */
export function nextTryAt(tries: number, requestedMs: number | undefined, now: Date): Date | undefined {
  const delay = findRetryDelay({ delaysMs: WAITS_MS, requestedMsMax: 24 * HOUR }, tries, requestedMs)
  return delay === undefined ? undefined : new Date(now.getTime() + delay)
}
