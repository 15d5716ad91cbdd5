/**
 * Sources that limit requests. The first call that is limited delays the others of the source without a request of their
 * own, and they continue one after the other. Each process counts for itself, so each one notices a limit once.
 */
import { LRUCache } from 'lru-cache'
import { SourceFault } from '../source-kinds/index.ts'

/** Time between two calls after a limit, so that a backfill continues at the pace of small quotas. */
const STEP_MS = 1_000
/** Longest delay that a source can request. */
const WAIT_MS_MAX = 24 * 3_600_000
/** Delay if the source requests none. */
const USUAL_WAIT_MS = 60_000
/** Time after its announcement for which a call waits for a source that limits requests. */
const GIVE_UP_MS = 30 * 24 * 3_600_000

interface Limit {
  /** End of the limit, in milliseconds since 1970. */
  readonly until: number
  /** When the last of the delayed calls continues. */
  last: number
}

const limits = new LRUCache<string, Limit>({ max: 10_000 })

export const isLimited = (fault: SourceFault): boolean => fault.status === 429

/** @throws SourceFault if the source limits requests at this time */
export function requireUnlimited(sourceId: string, now: Date): void {
  const limit = limits.get(sourceId)
  if (limit === undefined || limit.until <= now.getTime()) return
  throw new SourceFault('temporary', 'The source limits requests (HTTP 429).', limit.until - now.getTime(), 429)
}

/**
 * Time at which a limited call continues, after the calls that were delayed before it.
 * @param announcedAt when the call was announced first
 * @returns undefined if the call waited for a month
 */
export function delayLimited(
  sourceId: string,
  { retryAfterMs = USUAL_WAIT_MS }: SourceFault,
  announcedAt: Date,
  now: Date,
): Date | undefined {
  if (now.getTime() - announcedAt.getTime() > GIVE_UP_MS) return undefined
  const until = now.getTime() + Math.min(Math.max(retryAfterMs, STEP_MS), WAIT_MS_MAX)
  const known = limits.get(sourceId)
  const limit: Limit =
    known !== undefined && known.until > now.getTime() ? known : { until, last: Math.max(until, known?.last ?? 0) }
  limits.set(sourceId, limit)
  const at = new Date(limit.last)
  limit.last += STEP_MS
  return at
}
