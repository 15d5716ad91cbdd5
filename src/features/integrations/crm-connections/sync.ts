/** Requests CRM syncs. Each job contains a ticket, and a job with an outdated ticket does nothing. */
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type CrmConnectionRow, lockConnection } from './queries.ts'
import { updateSync } from './queries-sync.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

export const syncCrmConnectionKind = {
  id: 'sync_crm_connection',
  input,
  // Retries only cover processes that stop. The sync itself retries after CRM faults.
  retries: 20,
  timeout: 300,
  outside: true,
} as const satisfies JobKind<typeof input>

type SyncContext = Pick<Ports, 'jobs'> & { readonly org: OrganizationId }

/**
 * Requests a sync, which starts after the transaction commits. Does nothing if one is queued or running.
 * @param how.isReplacing replaces a queued or running sync, because the connection changed. The old one stores nothing more
 */
export async function syncSoon(
  tx: Writer,
  { jobs, org }: SyncContext,
  id: string,
  { isReplacing = false }: { readonly isReplacing?: boolean } = {},
): Promise<void> {
  const had = await lockConnection(tx, org, id)
  if (had === undefined || (!isReplacing && isReading(had))) return
  const ticket = had.sync_ticket + 1
  await updateSync(tx, org, id, { sync_state: 'queued', sync_ticket: ticket })
  await jobs.add(tx, org, syncCrmConnectionKind, { id, ticket })
}

export const isReading = ({ sync_state: state }: Pick<CrmConnectionRow, 'sync_state'>): boolean =>
  state === 'queued' || state === 'running'

/** Schedules the next sync. */
export async function syncAt(
  tx: Writer,
  { jobs, org }: SyncContext,
  { id, ticket }: { readonly id: string; readonly ticket: number },
  startAfter: Date,
): Promise<void> {
  await updateSync(tx, org, id, { sync_state: 'waiting' })
  await jobs.add(tx, org, syncCrmConnectionKind, { id, ticket }, { startAfter })
}
