/** How long to wait until a server that could not answer is asked again. */

export { wishedWait } from '../core/retry-after.ts'

const LONGEST_WAIT_MS = 8_000

/**
 * @param tries so far; the wait doubles with each, up to a limit, and differs from caller to caller
 * @param wishedMs as the server wishes it, which counts instead
 */
export const waitBeforeNext = (tries: number, firstWaitMs: number, wishedMs: number | undefined): number =>
  wishedMs ?? Math.min(firstWaitMs * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
