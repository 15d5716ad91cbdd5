/**
 * How long a server that cannot answer now wishes not to be asked, in milliseconds: `Retry-After` (RFC 9110, section
 * 10.2.3), seconds or a date, or its finer sister `retry-after-ms`, which servers of models send.
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
