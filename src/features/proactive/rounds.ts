/**
 * The daily look over an organization, for what no conversation tells of. A round has a ticket; the one that holds the
 * present one is made, whichever process it runs on, and queues the next in the transaction in which it counts on. So
 * there is one chain of them, and whoever finds it broken off begins it again.
 */
import { z } from 'zod'
import type { Writer } from '../../core/db.ts'
import type { JobKind } from '../../core/job-queue.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'
import { beginRounds } from './queries.ts'

const input = z.object({ ticket: z.int() })

export const lookOverActionsKind = {
  id: 'look_over_actions',
  input,
  retries: 10,
  timeout: 300,
} as const satisfies JobKind<typeof input>

export const DAY_MS = 86_400_000
/** After so many days without one, rounds begin again. */
const BROKEN_OFF = 3

type Given = Pick<Ports, 'clock' | 'jobs'> & { readonly org: OrganizationId }

/** Sees to it that there are rounds. */
export async function ensureRounds(tx: Writer, { org, clock, jobs }: Given): Promise<void> {
  const now = clock.now().getTime()
  const due = new Date(now + DAY_MS)
  const ticket = await beginRounds(tx, org, { due, overdue: new Date(now - BROKEN_OFF * DAY_MS) })
  if (ticket !== undefined) await jobs.add(tx, org, lookOverActionsKind, { ticket }, { startAfter: due })
}
