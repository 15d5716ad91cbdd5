/**
 * Sources that limit requests. The first call that is limited delays the others of the source without a request of their
 * own, and they continue one after the other. The row of the source has the limit, so that all processes share it.
 */
import type { Writer } from '../../../core/db.ts'
import type { JobContext } from '../../../core/jobs.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { SourceFault } from '../source-kinds/index.ts'
import type { SourceRow } from './queries.ts'
import { reserveLimited } from './queries-look.ts'

/** Time between two calls after a limit, so that a backfill continues at the pace of small quotas. */
const STEP_MS = 1_000
/** Longest delay that a source can request. */
const WAIT_MS_MAX = 24 * 3_600_000
/** Delay if the source requests none. */
const USUAL_WAIT_MS = 60_000
/** Time after its announcement for which a call waits for a source that limits requests. */
const GIVE_UP_MS = 30 * 24 * 3_600_000

export const isLimited = (fault: SourceFault): boolean => fault.status === 429 && fault.kind === 'temporary'

/** @throws SourceFault if the source limits requests at this time */
export function requireUnlimited({ limited_until: until }: Pick<SourceRow, 'limited_until'>, now: Date): void {
  const left = until === null ? 0 : Date.parse(until) - now.getTime()
  if (left > 0) throw new SourceFault('temporary', 'The source limits requests (HTTP 429).', left, 429)
}

/**
 * Time at which a limited call continues, after the calls that were delayed before it in any process. Takes a transaction
 * of its own, because a look locks the source before its calls.
 * @param announcedAt when the call was announced first
 * @returns undefined if the call waited for a month, or the source was deleted
 */
export async function delayLimited(
  ctx: Pick<JobContext, 'transactUnaudited' | 'org' | 'clock'>,
  sourceId: string,
  fault: SourceFault,
  announcedAt: Date,
): Promise<Date | undefined> {
  const now = ctx.clock.now()
  if (now.getTime() - announcedAt.getTime() > GIVE_UP_MS) return undefined
  const until = findLimitEnd(fault, now)
  return ctx.transactUnaudited((tx) => reserveLimited(tx, ctx.org, sourceId, { now, until, stepMs: STEP_MS }))
}

/** Starts the limit after a limited look or test. It reserves no time, because looks have a schedule of their own. */
export async function startLimit(
  tx: Writer,
  org: OrganizationId,
  sourceId: string,
  fault: SourceFault,
  now: Date,
): Promise<void> {
  await reserveLimited(tx, org, sourceId, { now, until: findLimitEnd(fault, now), stepMs: 0 })
}

const findLimitEnd = ({ retryAfterMs = USUAL_WAIT_MS }: SourceFault, now: Date): Date =>
  new Date(now.getTime() + Math.min(Math.max(retryAfterMs, STEP_MS), WAIT_MS_MAX))
