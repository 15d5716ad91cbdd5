/** Table of attempts, and response schemas. */
import { z } from 'zod'
import { queryList } from '../../../core/wire.ts'
import { EVENT_TYPES, TEST_EVENT } from '../webhooks/index.ts'

declare module '../../../core/db.ts' {
  interface Tables {
    webhook_attempts: {
      organization_id: string
      delivery_id: string
      number: number
      at: Instant
      ms: number
      response_status: number | null
      response_body: string | null
      fault: string | null
    }
  }
}

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed', 'skipped'])
/** Event types of deliveries, including the test event. */
export const sentType = z.enum([...EVENT_TYPES, TEST_EVENT])
export type SentType = z.output<typeof sentType>

export const statusFilter = queryList(z.string().pipe(deliveryStatus), { max: 4 })
export const typeFilter = queryList(z.string().pipe(sentType), { max: EVENT_TYPES.length + 1 })

const attempt = z.object({
  number: z.int().describe('Number of the attempt, starting at 1. Counting continues when the delivery is sent again.'),
  at: z.string().describe('Time of the attempt, ISO 8601.'),
  ms: z.int().describe('Duration of the attempt in milliseconds.'),
  response_status: z.int().nullable().describe('HTTP status of the response; null without a response.'),
  response_body: z
    .string()
    .nullable()
    .describe('First 1,024 bytes of the response body; null if it is empty or missing.'),
  fault: z.string().nullable().describe('Why the attempt failed; null if it succeeded.'),
})

export const delivery = z.object({
  id: z.string().describe('ID of the delivery.'),
  webhook_id: z.string().describe('ID of the webhook.'),
  message_id: z.string().describe('Value of the header `webhook-id`; the same in all attempts.'),
  event_type: sentType.describe('Type of the event.'),
  status: deliveryStatus.describe(
    '`pending`: waiting for the first or next attempt. `delivered`: the webhook responded with 2xx. `failed`: no more attempts. `skipped`: not posted to the channel; the attempt has the reason.',
  ),
  attempts: z.int().describe('Number of attempts so far.'),
  last_attempt: attempt.nullable().describe('Last attempt; null before the first one.'),
  next_try_at: z.string().nullable().describe('Time of the next attempt, ISO 8601; null if none is planned.'),
  delivered_at: z.string().nullable().describe('Time of the successful attempt, ISO 8601; null if there is none.'),
  created_at: z.string().describe('Time of the event, ISO 8601.'),
})

export const deliveryWithAttempts = delivery.extend({
  body: z
    .string()
    .describe('Body as sent and signed, byte for byte. For Slack and Microsoft Teams: the event behind the post.'),
  attempt_list: z.array(attempt).describe('Last 50 attempts, oldest first.'),
})
