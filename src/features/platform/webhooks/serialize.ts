/** Serializes webhooks. */
import type { WebhookRow } from './queries.ts'

export const serializeWebhook = (row: WebhookRow, now: Date) => ({
  id: row.id,
  url: row.url,
  format: row.format,
  team_id: row.team_id,
  language: row.language,
  description: row.description,
  event_types: row.event_types,
  enabled: row.enabled,
  disabled_at: row.disabled_at,
  disabled_reason: row.disabled_reason,
  failing_since: row.failing_since,
  old_secret_expires_at:
    row.old_secret_until !== null && Date.parse(row.old_secret_until) > now.getTime() ? row.old_secret_until : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
