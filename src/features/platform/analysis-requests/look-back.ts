/** Requests that earlier conversations are evaluated again, because what analyses depend on has changed. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'

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
  const { rows } = await sql<{ ticket: number }>`
    insert into look_backs (organization_id, requested_at) values (${org}, ${now})
    on conflict (organization_id) do update
    set ticket = look_backs.ticket + 1, requested_at = excluded.requested_at, started_at = null, completed_at = null,
        requested_count = 0
    returning ticket`.execute(tx)
  const ticket = rows[0]?.ticket
  if (ticket === undefined) throw new Error('A look-back has no ticket after its request.')
  await jobs.add(tx, org, lookBackKind, { ticket }, { startAfter: new Date(now.getTime() + QUIET * 1_000) })
}
