import { z } from 'zod'
import { newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import type { JobKind } from '../../../core/job-queue.ts'
import type { Ports } from '../../../core/operation.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** Input of the job. The ticket identifies a run that restarts after its process died. */
const input = z.object({ webhookId: z.guid(), ticket: z.guid() })

/** Job that sends deliveries. `webhook-deliveries` implements it. */
export const deliverWebhookKind = {
  id: 'deliver_webhook',
  input,
  // Retries of the job, for processes that die and databases that aren't available. Deliveries have their own retries.
  retries: 1_000,
  timeout: 120,
  outside: true,
} as const satisfies JobKind<typeof input>

/** Queues the sending of due deliveries of a webhook, after the transaction commits. */
export function sendSoon(
  tx: Writer,
  { jobs, org }: Pick<Ports, 'jobs'> & { readonly org: OrganizationId },
  webhookId: string,
): Promise<void> {
  return jobs.add(tx, org, deliverWebhookKind, { webhookId, ticket: newId() })
}
