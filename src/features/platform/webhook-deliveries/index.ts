/**
 * Webhook deliveries: sending of events to webhooks, with retries and a record of all attempts.
 *
 * A **delivery** is one event for one webhook. It is **pending** until the webhook responds with a 2xx status. It has
 * **failed** after eleven attempts over a day, or if the webhook responds with 410. Each **attempt** is recorded with
 * the response. A delivery can be sent again any number of times, with the same body and message ID, so that receivers
 * can detect duplicates.
 *
 * Delivery is at least once. A **run** sends the deliveries of one webhook, with a few concurrent attempts; each
 * webhook has at most one run across all processes, and a slow webhook doesn't delay others. If the process dies, the
 * next run repeats what wasn't recorded. Retries aren't separate jobs: each webhook has one job, its **wake**, which
 * runs when the next delivery is due.
 *
 * A delivery to a channel of Slack or Microsoft Teams is **skipped** if the channel may not show the call. `chat-posts`
 * decides that at each attempt, and defines the job.
 *
 * Deliveries are deleted after 30 days.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { getWebhookDelivery } from './get-webhook-delivery.ts'
import { listWebhookDeliveries } from './list-webhook-deliveries.ts'
import { redeliverWebhookDeliveries } from './redeliver-webhook-deliveries.ts'
import { redeliverWebhookDelivery } from './redeliver-webhook-delivery.ts'
import { testWebhook } from './test-webhook.ts'

export type { ChatPost, DueDelivery } from './attempt.ts'
export { defineWebhookDelivery } from './deliver-webhook.job.ts'
export { getWebhookDelivery, listWebhookDeliveries, redeliverWebhookDeliveries, redeliverWebhookDelivery, testWebhook }

export const operations: readonly AnyOperation[] = [
  testWebhook,
  redeliverWebhookDeliveries,
  listWebhookDeliveries,
  getWebhookDelivery,
  redeliverWebhookDelivery,
]
