/** Retry schedule of calls whose source fails. */
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
const WISH_MAX_MS = 24 * HOUR

/**
 * @param tries number of attempts, including the one that failed
 * @returns time of the next attempt, or undefined after the last one
 */
export function nextTryAt(tries: number, wishedMs: number | undefined, now: Date): Date | undefined {
  const wait = WAITS_MS[tries - 1]
  if (wait === undefined) return undefined
  return new Date(now.getTime() + Math.max(wait, Math.min(wishedMs ?? 0, WISH_MAX_MS)))
}
