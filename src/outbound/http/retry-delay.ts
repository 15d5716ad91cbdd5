/** Delay before the next request to a server that failed. */

export { serverRetryDelayMs } from '../../core/retry-after.ts'

const LONGEST_WAIT_MS = 8_000

/**
 * @param tries number of attempts so far; the delay doubles with each, up to a limit, and is randomized
 * @param wishedMs delay requested by the server, which takes precedence
 */
export const retryDelayMs = (tries: number, firstWaitMs: number, wishedMs: number | undefined): number =>
  wishedMs ?? Math.min(firstWaitMs * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
