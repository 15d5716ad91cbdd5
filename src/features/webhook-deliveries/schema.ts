/** The table of attempts, and the shapes of answers. */
import { z } from 'zod'
import { queryList } from '../../core/wire.ts'
import { EVENT_TYPES, TEST_EVENT } from '../webhooks/index.ts'

declare module '../../core/db.ts' {
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

export const deliveryStatus = z.enum(['pending', 'delivered', 'failed'])
/** What a delivery may be of: a test too. */
export const sentType = z.enum([...EVENT_TYPES, TEST_EVENT])
export type SentType = z.output<typeof sentType>

export const statusFilter = queryList(z.string().pipe(deliveryStatus), { max: 3 })
export const typeFilter = queryList(z.string().pipe(sentType), { max: EVENT_TYPES.length + 1 })

const attempt = z.object({
  number: z.int().describe('From 1, over all the times it was sent.'),
  at: z.string(),
  ms: z.int(),
  response_status: z.int().nullable().describe('Null: nothing was answered.'),
  response_body: z.string().nullable().describe('The first 1,024 bytes of the answer.'),
  fault: z.string().nullable().describe('What was wrong; null for the one that delivered.'),
})

export const delivery = z.object({
  id: z.string(),
  webhook_id: z.string(),
  message_id: z.string().describe('The header webhook-id: the same whenever the event is sent.'),
  event_type: sentType,
  status: deliveryStatus,
  attempts: z.int(),
  last_attempt: attempt.nullable(),
  next_try_at: z.string().nullable(),
  delivered_at: z.string().nullable(),
  created_at: z.string(),
})

export const deliveryWithAttempts = delivery.extend({
  body: z.string().describe('As it is sent, byte for byte: what is signed.'),
  attempt_list: z.array(attempt).describe('The last 50, oldest first.'),
})
