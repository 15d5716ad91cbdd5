import { z } from 'zod'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { JobKind } from '../../core/job-queue.ts'
import type { Ports } from '../../core/operation.ts'
import type { OrganizationId } from '../../core/principal.ts'

/** The ticket tells a run that begins again after its process died from another one. */
const input = z.object({ webhookId: z.guid(), ticket: z.guid() })

/** What queues the work; what does it is defined in `webhook-deliveries`. */
export const deliverWebhookKind = {
  id: 'deliver_webhook',
  input,
  // Deliveries are tried again by themselves; these are for processes that die and databases that do not answer.
  retries: 1_000,
  timeout: 120,
  outside: true,
} as const satisfies JobKind<typeof input>

/** Has the deliveries of a webhook sent that are due once the transaction is committed. */
export function sendSoon(
  tx: Writer,
  { jobs, org }: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  webhookId: string,
): Promise<void> {
  return jobs.add(tx, org, deliverWebhookKind, { webhookId, ticket: newId() })
}
