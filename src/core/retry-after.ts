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
