/** How long to wait until a server that could not answer is asked again. */

const LONGEST_WAIT_MS = 8_000

/**
 * @param tries so far; the wait doubles with each, up to a limit, and differs from caller to caller
 * @param wishedMs as the server wishes it, which counts instead
 */
export const waitBeforeNext = (tries: number, firstWaitMs: number, wishedMs: number | undefined): number =>
  wishedMs ?? Math.min(firstWaitMs * 2 ** (tries - 1), LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)

/**
 * What the server wishes, in milliseconds: `Retry-After` (RFC 9110, section 10.2.3), seconds or a date, or its finer
 * sister `retry-after-ms`, which servers of models send.
 */
export function wishedWait(headers: Headers, now = Date.now()): number | undefined {
  const fine = headers.get('retry-after-ms')
  const wish = headers.get('retry-after')
  if (fine !== null && NUMBER.test(fine)) return Number(fine)
  if (wish === null) return undefined
  if (NUMBER.test(wish)) return Number(wish) * 1_000
  const at = Date.parse(wish)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now)
}

const NUMBER = /^\d{1,9}(\.\d+)?$/
