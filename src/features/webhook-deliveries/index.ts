/**
 * Webhook deliveries: how events reach the webhooks that want them, and what became of each.
 *
 * A **delivery** is one event on its way to one webhook. It is **pending** until the webhook answers with a status of
 * the 2xx, and **failed** when it has been tried eleven times, over a day, or the webhook says that it is gone. Each
 * **attempt** is recorded, with what was answered. A delivery may be sent again, as often as wanted: the same body under
 * the same id, so that a receiver can tell.
 *
 * A delivery is made at least once. It is sent by a **run**, of which a webhook has one at a time, whichever process it
 * is in, with a few attempts under way at once; a webhook that hangs holds up neither others nor other work. What the
 * run has not recorded when its process dies is sent again by the next one. A delivery that is to be tried again is no
 * job: one job a webhook, its **wake**, comes when the next delivery is due.
 *
 * Deliveries are forgotten after 30 days.
 */
import type { AnyJob } from '../../core/jobs.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { deliverWebhook } from './deliver-webhook.job.ts'
import { getWebhookDelivery } from './get-webhook-delivery.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { redeliverWebhookDeliveries } from './redeliver-webhook-deliveries.ts'
import { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts'
import { testWebhook } from './test-webhook.ts'

export { getWebhookDelivery, listWebhookDeliveries, redeliverWebhookDeliveries, redeliverWebhookDelivery, testWebhook }

export const operations: readonly AnyOperation[] = [
  testWebhook,
  redeliverWebhookDeliveries,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhookDelivery,
]

export const jobs: readonly AnyJob[] = [deliverWebhook]
