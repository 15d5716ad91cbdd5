/** Requests looks at sources. Each job contains a ticket, and a job with an outdated ticket does nothing. */
import { z } from 'zod'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { lockSource } from './queries.ts'
import { updateLook } from './queries-look.ts'

const input = z.object({ id: z.guid(), ticket: z.int() })

export const lookAtSourceKind = {
  id: 'look_at_source',
  input,
  // Retries only cover processes that stop. The look itself is scheduled again after faults of the source.
  retries: 20,
  timeout: 900,
  outside: true,
} as const satisfies JobKind<typeof input>

type LookContext = Pick<Ports, 'jobs'> & { readonly org: OrganizationId }

/**
 * Starts a look after the transaction commits. It replaces a queued or running one, which stores nothing more.
 * @param since beginning of the time to list; the end of the last look if undefined
 */
export async function requestLook(
  tx: Writer,
  { jobs, org }: LookContext,
  id: string,
  { since }: { readonly since?: Date } = {},
): Promise<void> {
  const source = await lockSource(tx, org, id)
  if (source === undefined || !source.enabled) return
  const ticket = source.look_ticket + 1
  const restart =
    since === undefined ? {} : { looking_since: since, looking_until: null, look_cursor: null, look_failures: 0 }
  await updateLook(tx, org, id, { look_state: 'queued', look_ticket: ticket, ...restart })
  await jobs.add(tx, org, lookAtSourceKind, { id, ticket })
}

/** Schedules the next look. */
export async function scheduleLook(
  tx: Writer,
  { jobs, org }: LookContext,
  { id, ticket }: { readonly id: string; readonly ticket: number },
  startAfter: Date,
): Promise<void> {
  await updateLook(tx, org, id, { look_state: 'waiting' })
  await jobs.add(tx, org, lookAtSourceKind, { id, ticket }, { startAfter })
}

/** Ends queued and running looks, because the source was disabled or isn't looked at any longer. */
export async function stopLooking(tx: Writer, { org }: Pick<LookContext, 'org'>, id: string): Promise<void> {
  const source = await lockSource(tx, org, id)
  if (source === undefined) return
  await updateLook(tx, org, id, { look_state: 'idle', look_ticket: source.look_ticket + 1 })
}
