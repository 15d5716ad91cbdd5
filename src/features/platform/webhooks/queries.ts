/** SQL of webhooks. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { EventType } from './events.ts'
import type { WebhookFormat } from './format.ts'
import type { DisabledReason } from './schema.ts'

export interface WebhookRow {
  id: string
  url: string
  format: WebhookFormat
  sealed_url: string | null
  team_id: string | null
  language: string
  description: string
  event_types: EventType[] | null
  enabled: boolean
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  old_secret_until: string | null
  failing_since: string | null
  created_at: string
  updated_at: string
}

const columns = sql.raw(
  'id, url, format, sealed_url, team_id, language, description, event_types, enabled, disabled_reason, disabled_at, old_secret_until, failing_since, created_at, updated_at',
)

const order = newestFirst('webhooks', 'w')

export const selectWebhooks = (db: Reader, org: OrganizationId, window: ListWindow) =>
  selectListPage<WebhookRow>(db, window, {
    columns,
    from: sql`webhooks w`,
    where: sql`w.organization_id = ${org}`,
    order,
    updated: 'w.updated_at',
  })

export async function selectWebhook(db: Reader, org: OrganizationId, id: string): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]
}

export async function webhookExists(db: Reader, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`select id from webhooks where organization_id = ${org} and id = ${id}`.execute(db)
  return rows.length > 0
}

export async function isActiveTeam(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from teams where organization_id = ${org} and id = ${id} and archived_at is null for key share`.execute(tx)
  return rows.length > 0
}

/** Counts the webhooks, and blocks the creation of others until the transaction ends. */
export async function countWebhooks(tx: Writer, org: OrganizationId): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks of ${org}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from webhooks where organization_id = ${org}`.execute(tx)
  return rows[0]?.n ?? 0
}

export async function insertWebhook(
  tx: Writer,
  org: OrganizationId,
  made: {
    id: string
    url: string
    format: WebhookFormat
    sealedUrl: string | null
    teamId: string | null
    language: string
    description: string
    eventTypes: readonly EventType[] | null
    enabled: boolean
    secret: string
    at: Date
  },
): Promise<WebhookRow | undefined> {
  const types = made.eventTypes === null ? null : [...made.eventTypes]
  const { rows } = await sql<WebhookRow>`
    insert into webhooks
      (organization_id, id, url, format, sealed_url, team_id, language, description, event_types, enabled, disabled_at, secret, created_at, updated_at)
    values (${org}, ${made.id}, ${made.url}, ${made.format}, ${made.sealedUrl}, ${made.teamId}, ${made.language},
      ${made.description}, ${types}::text[], ${made.enabled},
      ${made.enabled ? null : made.at}, ${made.secret}, ${made.at}, ${made.at})
    returning ${columns}`.execute(tx)
  return rows[0]
}

export async function lockWebhook(tx: Writer, org: OrganizationId, id: string): Promise<WebhookRow | undefined> {
  const { rows } = await sql<WebhookRow>`
    select ${columns} from webhooks where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

/** Updates a locked webhook. Resets its failure status if the URL changes or if it's enabled. */
export async function updateWebhookRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: {
    url: string
    sealedUrl: string | null
    teamId: string | null
    language: string
    description: string
    eventTypes: readonly EventType[] | null
    enabled: boolean
    beginsAnew: boolean
    at: Date
  },
): Promise<WebhookRow | undefined> {
  const types = change.eventTypes === null ? null : [...change.eventTypes]
  const { rows } = await sql<WebhookRow>`
    update webhooks
    set url = ${change.url}, sealed_url = ${change.sealedUrl}, team_id = ${change.teamId}, language = ${change.language}, description = ${change.description}, event_types = ${types}::text[],
        enabled = ${change.enabled}, updated_at = ${change.at},
        disabled_reason = case when ${change.enabled} then null else disabled_reason end,
        disabled_at = case when ${change.enabled} then null else coalesce(disabled_at, ${change.at}) end,
        failing_since = case when ${change.beginsAnew} then null else failing_since end
    where organization_id = ${org} and id = ${id}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Replaces the secret. The previous one also signs until it expires. */
export async function replaceSecret(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { secret, oldUntil, at }: { secret: string; oldUntil: Date; at: Date },
): Promise<WebhookRow | undefined> {
  const keepsOld = oldUntil > at
  const { rows } = await sql<WebhookRow>`
    update webhooks
    set secret = ${secret}, updated_at = ${at},
        old_secret = case when ${keepsOld} then secret end,
        old_secret_until = case when ${keepsOld} then ${oldUntil}::timestamptz end
    where organization_id = ${org} and id = ${id}
    returning ${columns}`.execute(tx)
  return rows[0]
}

/** Deletes a webhook and, by cascade, its deliveries. @returns whether it existed */
export async function deleteWebhookRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from webhooks where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}
