/** Tables of webhooks and their deliveries, with request and response schemas. */
import type { Generated } from 'kysely'
import { z } from 'zod'
import { outsideUrl } from '../../../core/external-url.ts'
import { LANGUAGE_TAGS } from '../../../core/languages/current.ts'
import { text, uuid } from '../../../core/wire.ts'
import { EVENT_TYPES, eventType } from './events.ts'
import { type WebhookFormat, webhookFormat } from './format.ts'

declare module '../../../core/db.ts' {
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
      format: WebhookFormat
      sealed_url: string | null
      team_id: string | null
      language: Generated<string>
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
export type DeliveryStatus = 'pending' | 'delivered' | 'failed' | 'skipped'

const url = outsideUrl().describe(
  'URL that events are sent to, over https. Redirects are not followed. Maximum 2,048 characters. Example: `https://hooks.example.com/parley`.',
)

const eventTypes = z
  .array(eventType)
  .min(1)
  .max(EVENT_TYPES.length)
  .transform((types) => [...new Set(types)])
  .nullable()
  .describe(
    'Event types to send. Null sends all, including types of later versions. Defaults to null. Example: `["conversation.analyzed"]`.',
  )

export const webhookFields = {
  url,
  format: webhookFormat.describe(
    '`events`: signed JSON for programs. `slack` and `teams`: posts with the title and link of a call, for an incoming ' +
      'webhook of Slack or Microsoft Teams. Defaults to `events`. Example: `slack`.',
  ),
  teamId: uuid()
    .nullable()
    .describe(
      'ID of the team that reads the channel, from `GET /organizations/teams`. Only calls that all its members can see are posted. Null: ' +
        'everybody in the organization. Only for `slack` and `teams`. Defaults to null. Example: `7f0c4c1e-2b5d-4f6a-9a63-1d0b8e5c2a47`.',
    ),
  language: z
    .enum(LANGUAGE_TAGS)
    .describe(
      'Language of posts in a channel, a language tag (RFC 5646). Events ignore it. Defaults to `en`. Example: `de`.',
    ),
  eventTypes,
  description: text({ max: 500, trim: true }).describe(
    'Description for admins, up to 500 characters. Defaults to empty. Example: `Sync to the data warehouse`.',
  ),
}

/** A webhook, in snake case like API keys. */
export const webhook = z.object({
  id: z.string().describe('ID of the webhook.'),
  url: z
    .string()
    .describe('URL that events are sent to. Only its host for `slack` and `teams`, because the path is a secret.'),
  format: webhookFormat.describe('`events`: signed JSON. `slack`, `teams`: posts in a channel.'),
  team_id: z.string().nullable().describe('ID of the team that reads the channel; null for the whole organization.'),
  language: z.string().describe('Language of posts in a channel, a language tag (RFC 5646).'),
  description: z.string().describe('Description for admins. Empty if none was set.'),
  event_types: z.array(eventType).nullable().describe('Event types to send; null for all.'),
  enabled: z.boolean().describe('Whether events are sent.'),
  disabled_at: z
    .string()
    .nullable()
    .describe('Time at which the webhook was disabled, ISO 8601; null if it is enabled.'),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe(
      'Why Parley disabled the webhook. `gone`: the URL responded with 410. `failing`: no attempt succeeded for five days. Null if it is enabled or an admin disabled it.',
    ),
  failing_since: z
    .string()
    .nullable()
    .describe(
      'Time of the first failed attempt since the last successful one, ISO 8601; null if the last attempt succeeded.',
    ),
  old_secret_expires_at: z
    .string()
    .nullable()
    .describe('Time until which the previous secret also signs, ISO 8601; null if it no longer does.'),
  created_at: z.string().describe('Time of creation, ISO 8601.'),
  updated_at: z.string().describe('Time of the last change, ISO 8601.'),
})

/** A webhook with its secret, which only creation and rotation return. */
export const webhookWithSecret = webhook.extend({
  secret: z.string().describe('Signing secret, which is returned only this once.'),
})
