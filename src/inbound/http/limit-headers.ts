/** What a caller is told of its limits: headers on every answer, and the answer of one that is refused. */
import type { LimitRefusal, LimitState } from '../../core/limiter.ts'
import { WINDOWS } from '../../core/limits.ts'

/**
 * `RateLimit-Policy` and `RateLimit` as lists of structured fields (draft-ietf-httpapi-ratelimit-headers-11, sections 3
 * and 4), and `Retry-After` (RFC 9110, section 10.2.3) with a refusal: never before the windows that are used up have
 * ended (section 6 of the draft). What could not be counted is told of by the policy alone.
 */
export function limitHeaders({ limits, windows, refusal }: LimitState): Record<string, string> {
  const policy = WINDOWS.map(({ name, seconds }) => `"${name}";q=${limits[name]};w=${seconds}`)
  const left = windows?.map(({ name, remaining, resetSeconds }) => `"${name}";r=${remaining};t=${resetSeconds}`)
  return {
    'RateLimit-Policy': policy.join(', '),
    ...(left === undefined ? {} : { RateLimit: left.join(', ') }),
    ...(refusal === undefined ? {} : { 'Retry-After': String(refusal.retryAfterSeconds) }),
  }
}

/** The body of status 429 (contract, "Errors"). */
export function limitBody({ window, retryAfterSeconds }: LimitRefusal) {
  return { error: 'rate_limited', retry_after: String(retryAfterSeconds), limit_type: window }
}
