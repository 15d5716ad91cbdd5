/** What becomes of a delivery after a try. */

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY_MS = 24 * HOUR

/** Between the first try and the second one, and so on: 23 hours and 43 minutes in all. */
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
/** Longest wait that a receiver may wish for. */
const WISH_MAX_MS = 8 * HOUR

/** What fails together is not to come back together. */
const SPREAD = 0.1

export const KEPT_MS = 30 * DAY_MS
/** Without a delivery for so long, although it was tried, a webhook is disabled. */
const FAILING_MS = 5 * DAY_MS

const GONE = 410

/** What an attempt came to. */
export interface Attempt {
  readonly at: Date
  readonly ms: number
  /** Null: nothing was answered. */
  readonly status: number | null
  /** The beginning of what was answered. */
  readonly answer: string | null
  /** Null: delivered. */
  readonly fault: string | null
  readonly wishedWaitMs?: number | undefined
}

export type Verdict =
  | { readonly status: 'delivered' }
  | { readonly status: 'pending'; readonly nextTryAt: Date }
  | { readonly status: 'failed' }

/**
 * @param tries so far, with this one
 * @param now when the answer was there
 */
export function verdictOn({ status, fault, wishedWaitMs = 0 }: Attempt, tries: number, now: Date): Verdict {
  if (fault === null) return { status: 'delivered' }
  const wait = WAITS_MS[tries - 1]
  if (wait === undefined || status === GONE) return { status: 'failed' }
  const wished = Math.min(wishedWaitMs, WISH_MAX_MS)
  return {
    status: 'pending',
    nextTryAt: new Date(now.getTime() + Math.max(wished, wait * (1 + Math.random() * SPREAD))),
  }
}

/**
 * Why a webhook is to be disabled after an attempt, if it is. Failing for days counts only once a delivery has been
 * tried to the end, so that a webhook that is seldom told anything is not judged by a single moment.
 */
export function disabledBy(
  attempt: Pick<Attempt, 'status'>,
  verdict: Verdict,
  failingSince: Date,
  now: Date,
): 'gone' | 'failing' | undefined {
  if (attempt.status === GONE) return 'gone'
  const isLasting = now.getTime() - failingSince.getTime() >= FAILING_MS
  return verdict.status === 'failed' && isLasting ? 'failing' : undefined
}

/**
 * When somebody has to look after a webhook again: when its next delivery is due, or its oldest one may be forgotten,
 * which is done once a day.
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
