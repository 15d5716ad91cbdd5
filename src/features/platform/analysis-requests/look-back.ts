/** Requests that earlier conversations are evaluated again, because what analyses depend on has changed. */
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { upsertLookBack } from './queries.ts'

const input = z.object({ ticket: z.int() })

/** Job kind that requests the analysis of all conversations. `analysis/pipeline` defines the handler. */
export const lookBackKind = {
  id: 'look_back',
  background: true,
  input,
  retries: 5,
  timeout: 3_600,
} as const satisfies JobKind<typeof input>

/** Seconds without a further change after which the job runs, so that editing a scorecard starts it once. */
const QUIET = 60

/**
 * Requests the analysis of all conversations. The analysis runs only the steps whose inputs have changed. Another change
 * within a minute replaces the request.
 */
export async function requestLookBack(
  tx: Writer,
  { org, clock, jobs }: Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId },
): Promise<void> {
  const now = clock.now()
  const ticket = await upsertLookBack(tx, org, now)
  await jobs.add(tx, org, lookBackKind, { ticket }, { startAfter: new Date(now.getTime() + QUIET * 1_000) })
}
