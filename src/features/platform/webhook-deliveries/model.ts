/** Outcome of a delivery after an attempt: retry schedule and disabling. */
import { findRetryDelay, type RetrySchedule } from '../../../core/retry-delays.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY_MS = 24 * HOUR

/** Delays between attempts; 23 hours and 43 minutes in total. */
export const WAITS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
  8 * HOUR,
]
/** Honors a `Retry-After` of up to 8 hours. */
const SCHEDULE: RetrySchedule = { delaysMs: WAITS_MS, requestedMsMax: 8 * HOUR, spread: 0.1 }

export const KEPT_MS = 30 * DAY_MS
/** Time without a successful attempt after which a failing webhook is disabled. */
const FAILING_MS = 5 * DAY_MS

const GONE = 410

/** Outcome of an attempt. */
export interface DeliveryAttempt {
  readonly at: Date
  readonly ms: number
  /** HTTP status; null without a response. */
  readonly status: number | null
  /** Start of the response body. */
  readonly answer: string | null
  /** Description of the failure; null if the delivery succeeded. */
  readonly fault: string | null
  readonly wishedWaitMs?: number | undefined
  /** Whether nothing was sent, because the channel may not show the call. `fault` is the reason. */
  readonly isSkipped?: true
}

export type Verdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextTryAt: Date }
  | { readonly status: 'failed' }
  | { readonly status: 'skipped' }

/**
 * Decides how a delivery continues after an attempt.
 * @param tries number of attempts, including this one
 * @param now time of the response
 */
export function decideVerdict(
  { status, fault, wishedWaitMs, isSkipped }: DeliveryAttempt,
  tries: number,
  now: Date,
): Verdict {
  if (isSkipped === true) return { status: 'skipped' }
  if (fault === null) return { status: 'delivered' }
  const delay = findRetryDelay(SCHEDULE, tries, wishedWaitMs)
  if (delay === undefined || status === GONE) return { status: 'failed' }
  return { status: 'pending', nextTryAt: new Date(now.getTime() + delay) }
}

/**
 * Reason to disable a webhook after an attempt; undefined if it stays enabled. A failing webhook is disabled only after
 * a delivery has used all attempts, so that one failure of a rarely used webhook isn't enough.
 */
export function disabledBy(
  attempt: Pick<DeliveryAttempt, 'status'>,
  verdict: Verdict,
  failingSince: Date,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (attempt.status === GONE) return 'gone'
  const isLasting = now.getTime() - failingSince.getTime() >= FAILING_MS
  return verdict.status === 'failed' && isLasting ? 'failing' : undefined
}

/**
 * Time of the next wake of a webhook: when its next delivery is due, or when its oldest one can be deleted, at most
 * once a day. Undefined if there are no deliveries.
 */
export function wakeAt(
  { nextTryAt, oldestAt }: { nextTryAt: Date | undefined; oldestAt: Date | undefined },
  now: Date,
): Date | undefined {
  const times: number[] = []
  if (nextTryAt !== undefined) times.push(Math.max(nextTryAt.getTime(), now.getTime()))
  if (oldestAt !== undefined) times.push(Math.max(oldestAt.getTime() + KEPT_MS, now.getTime() + DAY_MS))
  return times.length === 0 ? undefined : new Date(Math.min(...times))
}
