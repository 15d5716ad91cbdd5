/** Tables of webhooks and their deliveries, and the shapes that requests and answers share. */
import { z } from 'zod'
import { outsideUrl } from '../../core/outside-address.ts'
import { text } from '../../core/wire.ts'
import { EVENT_TYPES, eventType } from './events.ts'

declare module '../../core/db.ts' {
  interface Tables {
    webhooks: {
      organization_id: string
      id: string
      url: string
      description: string
      event_types: string[] | null
      enabled: boolean
      disabled_reason: DisabledReason | null
      disabled_at: NullableInstant
      secret: string
      old_secret: string | null
      old_secret_until: NullableInstant
      failing_since: NullableInstant
      created_at: Instant
      updated_at: Instant
      run_id: string | null
      run_until: NullableInstant
      wake_id: string | null
      wake_at: NullableInstant
    }
    webhook_deliveries: {
      organization_id: string
      id: string
      webhook_id: string
      message_id: string
      event_type: string
      body: string
      status: DeliveryStatus
      attempts: number
      tries: number
      next_try_at: NullableInstant
      delivered_at: NullableInstant
      created_at: Instant
    }
  }
}

export type DisabledReason = 'gone' | 'failing'
export type DeliveryStatus = 'pending' | 'delivered' | 'failed'

const url = outsideUrl().describe('Where events are sent, over https. Redirects are not followed.')

const eventTypes = z
  .array(eventType)
  .min(1)
  .max(EVENT_TYPES.length)
  .transform((types) => [...new Set(types)])
  .nullable()
  .describe('What it wants to be told; null: everything, later types too.')

export const webhookFields = { url, eventTypes, description: text({ max: 500, trim: true }) }

/** Snake case, as API keys have it: what an admin sets up for a program. */
export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string(),
  event_types: z.array(eventType).nullable(),
  enabled: z.boolean(),
  disabled_at: z.string().nullable(),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('Why it was disabled by itself: it answered 410, or took nothing for five days. Null: a person did it.'),
  failing_since: z.string().nullable().describe('When tries began to fail of which none has succeeded since.'),
  old_secret_expires_at: z.string().nullable().describe('Until when the secret before the last rotation signs along.'),
  created_at: z.string(),
  updated_at: z.string(),
})

/** The only time the secret is told. */
export const webhookWithSecret = webhook.extend({ secret: z.string() })
