/** Rate limit headers of all responses, and the response to a rejected request. */
import type { LimitRefusal, LimitState } from '../../core/limiter.ts'

/**
 * `RateLimit-Policy` and `RateLimit` as lists of structured fields (draft-ietf-httpapi-ratelimit-headers-11, sections 3
 * and 4). A rejection also has `Retry-After` (RFC 9110, section 10.2.3), which is never earlier than the end of the
 * exhausted windows (section 6 of the draft).
 */
export function limitHeaders({ windows, refusal }: LimitState): Record<string, string> {
  return {
    'RateLimit-Policy': windows.map(({ policy, limit, seconds }) => `"${policy}";q=${limit};w=${seconds}`).join(', '),
    RateLimit: windows
      .map(({ policy, remaining, resetSeconds }) => `"${policy}";r=${remaining};t=${resetSeconds}`)
      .join(', '),
    ...(refusal === undefined ? {} : { 'Retry-After': String(refusal.retryAfterSeconds) }),
  }
}

/** Body of status 429 (contract, "Errors"). */
export function limitBody({ window, retryAfterSeconds }: Omit<LimitRefusal, 'limit'>) {
  return { error: 'rate_limited', retry_after: String(retryAfterSeconds), limit_type: window }
}
