/**
 * Delays before retries. The only formulas of them: what a server requests, a delay that doubles with each failure, and
 * a schedule of delays. All delays of a call have one unit, which the caller chooses.
 */

/**
 * Delay in milliseconds that a server requests before the next attempt. Reads `Retry-After` in seconds or as a date
 * (RFC 9110, section 10.2.3), or the more precise `retry-after-ms` of model servers.
 */
export function serverRetryDelayMs(headers: Headers, now = Date.now()): number | undefined {
  const fine = headers.get('retry-after-ms')
  const wish = headers.get('retry-after')
  if (fine !== null && NUMBER.test(fine)) return Number(fine)
  if (wish === null) return undefined
  if (NUMBER.test(wish)) return Number(wish) * 1_000
  const at = Date.parse(wish)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

const NUMBER = /^\d{1,9}(\.\d+)?$/

/** @param failures number of failures in a row, from 1 */
export const doubleDelay = (failures: number, first: number, maximum: number): number =>
  Math.min(first * 2 ** (failures - 1), maximum)

/** Extends a delay by a random part, so that clients that failed together don't retry together. @param ratio maximum */
export const spreadDelay = (delay: number, ratio: number): number => delay * (1 + Math.random() * ratio)

const REQUEST_DELAY_MS_MAX = 8_000

/**
 * Delay before the next request to an external server, within one operation. It doubles with each attempt, up to a limit,
 * and is randomized.
 * @param tries number of attempts so far
 * @param requestedMs delay requested by the server, which takes precedence
 */
export const retryDelayMs = (tries: number, firstMs: number, requestedMs: number | undefined): number =>
  requestedMs ?? spreadDelay(doubleDelay(tries, firstMs, REQUEST_DELAY_MS_MAX) / 2, 1)

/** Delays of a job between its attempts. */
export interface RetrySchedule {
  /** One for each retry. */
  readonly delaysMs: readonly number[]
  /** Longest delay that a server can request. */
  readonly requestedMsMax: number
  /** Maximum random extension of a delay, as a ratio. Defaults to none. */
  readonly spread?: number
}

/**
 * @param tries number of attempts, including the one that failed
 * @returns undefined after the last one
 */
export function findRetryDelay(
  { delaysMs, requestedMsMax, spread = 0 }: RetrySchedule,
  tries: number,
  requestedMs = 0,
): number | undefined {
  const delay = delaysMs[tries - 1]
  return delay === undefined ? undefined : Math.max(spreadDelay(delay, spread), Math.min(requestedMs, requestedMsMax))
}

/** Seconds before each retry of work for which the language model is unavailable. Later, the work continues without it. */
export const MODEL_RETRY_SECONDS = [15, 60, 240, 900] as const
