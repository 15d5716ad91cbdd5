/**
 * Schedule of the daily run over an organization, for signals that no single conversation shows. Each run has a version
 * number. Only the run with the current version executes, in any process. It queues the next run in the transaction
 * that increments the version. So there is one chain of runs; if it stops, the next analysis restarts it.
 */
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { scheduleDailyScan } from './queries.ts'

const input = z.object({ ticket: z.int() })

export const lookOverActionsKind = {
  id: 'look_over_actions',
  input,
  retries: 10,
  timeout: 300,
} as const satisfies JobKind<typeof input>

export const DAY_MS = 86_400_000
/** Days without a run after which the schedule restarts. */
const BROKEN_OFF = 3

type ScanContext = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Ensures that a daily run is scheduled. */
export async function ensureDailyScan(tx: Writer, { org, clock, jobs }: ScanContext): Promise<void> {
  const now = clock.now().getTime()
  const due = new Date(now + DAY_MS)
  const ticket = await scheduleDailyScan(tx, org, { due, overdue: new Date(now - BROKEN_OFF * DAY_MS) })
  if (ticket !== undefined) await jobs.add(tx, org, lookOverActionsKind, { ticket }, { startAfter: due })
}
