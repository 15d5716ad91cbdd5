/**
 * SQL of runs. Lock order: webhook, then deliveries. This prevents deadlocks.
 */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { DeliveryStatus, DisabledReason, WebhookFormat } from '../webhooks/index.ts'
import type { DueDelivery } from './attempt.ts'
import type { DeliveryAttempt, Verdict } from './model.ts'
import type {} from './schema.ts'

/** Maximum number of stored attempts per delivery, because a delivery can be sent again any number of times. */
const ATTEMPTS_KEPT = 50
/** Maximum number of deliveries deleted in one statement. */
const FORGOTTEN_MAX = 5_000

export interface DeliveryRun {
  readonly webhookId: string
  /** Ticket of the job. */
  readonly id: string
}

/**
 * Starts a run, unless another one holds the lease. A run whose process died restarts with the same ID and continues
 * immediately. If it doesn't restart, others wait until its lease expires.
 * @returns whether the run holds the lease
 */
export async function claimRun(
  tx: Writer,
  org: OrganizationId,
  { webhookId, id }: DeliveryRun,
  { now, until }: { now: Date; until: Date },
): Promise<boolean> {
  const isFree = sql`run_id is null or run_id = ${id} or run_until < ${now}`
  const { rows } = await sql<{ begun: boolean }>`
    update webhooks
    set run_id = case when ${isFree} then ${id}::uuid else run_id end,
        run_until = case when ${isFree} then ${until}::timestamptz else run_until end,
        wake_id = nullif(wake_id, ${id}),
        wake_at = case when wake_id = ${id} then null else wake_at end
    where organization_id = ${org} and id = ${webhookId}
    returning run_id = ${id} as begun`.execute(tx)
  return rows[0]?.begun ?? false
}

/** Due deliveries that aren't in progress, oldest first; empty if the run has lost its lease. */
export async function selectDue(
  db: Reader,
  org: OrganizationId,
  run: DeliveryRun,
  { now, limit, not }: { now: Date; limit: number; not: readonly string[] },
): Promise<DueDelivery[]> {
  const { rows } = await sql<{
    id: string
    message_id: string
    event_type: string
    body: string
    url: string
    format: WebhookFormat
    sealed_url: string | null
    team_id: string | null
    language: string
    secret: string
    old_secret: string | null
  }>`
    select d.id, d.message_id, d.event_type, d.body, w.url, w.format, w.sealed_url, w.team_id, w.language, w.secret,
           case when w.old_secret_until > ${now} then w.old_secret end as old_secret
    from webhooks w
    join webhook_deliveries d on d.organization_id = w.organization_id and d.webhook_id = w.id
    where w.organization_id = ${org} and w.id = ${run.webhookId} and w.run_id = ${run.id} and w.enabled
      and d.status = 'pending' and d.next_try_at <= ${now} and d.id <> all(${[...not]}::uuid[])
    order by d.next_try_at, d.id limit ${limit}`.execute(db)
  return rows.map((row) => ({
    id: row.id,
    webhookId: run.webhookId,
    messageId: row.message_id,
    eventType: row.event_type,
    body: row.body,
    url: row.url,
    format: row.format,
    sealedUrl: row.sealed_url,
    teamId: row.team_id,
    language: row.language,
    secrets: row.old_secret === null ? [row.secret] : [row.secret, row.old_secret],
  }))
}

export async function lockStanding(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
): Promise<{ enabled: boolean; url: string; sealedUrl: string | null; failingSince: Date | null } | undefined> {
  const { rows } = await sql<{
    enabled: boolean
    url: string
    sealed_url: string | null
    failing_since: string | null
  }>`
    select enabled, url, sealed_url, failing_since from webhooks
    where organization_id = ${org} and id = ${webhookId} for no key update`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const { enabled, url, sealed_url: sealedUrl, failing_since: since } = row
  return { enabled, url, sealedUrl, failingSince: since === null ? null : new Date(since) }
}

export async function lockDelivery(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<{ status: DeliveryStatus; tries: number; attempts: number } | undefined> {
  const { rows } = await sql<{ status: DeliveryStatus; tries: number; attempts: number }>`
    select status, tries, attempts from webhook_deliveries
    where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}

export async function updateVerdict(
  tx: Writer,
  org: OrganizationId,
  id: string,
  verdict: Verdict,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set(({ eb }) => ({
      status: verdict.status,
      attempts: eb('attempts', '+', 1),
      tries: eb('tries', '+', 1),
      next_try_at: verdict.status === 'pending' ? verdict.nextTryAt : null,
      delivered_at: verdict.status === 'delivered' ? now : null,
    }))
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function insertAttempt(
  tx: Writer,
  org: OrganizationId,
  deliveryId: string,
  number: number,
  tried: DeliveryAttempt,
): Promise<void> {
  await tx
    .insertInto('webhook_attempts')
    .values({
      organization_id: org,
      delivery_id: deliveryId,
      number,
      at: tried.at,
      ms: tried.ms,
      response_status: tried.status,
      response_body: tried.answer,
      fault: tried.fault,
    })
    .execute()
  if (number <= ATTEMPTS_KEPT) return
  await tx
    .deleteFrom('webhook_attempts')
    .where('organization_id', '=', org)
    .where('delivery_id', '=', deliveryId)
    .where('number', '<=', number - ATTEMPTS_KEPT)
    .execute()
}

export async function updateFailingSince(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  since: Date | null,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: since })
    .where('organization_id', '=', org)
    .where('id', '=', webhookId)
    .execute()
}

export async function disable(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  reason: DisabledReason,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: false, disabled_reason: reason, disabled_at: at, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', webhookId)
    .execute()
}

/** Locks the webhook if the run still holds the lease. @returns time of the scheduled wake */
export async function lockRun(
  tx: Writer,
  org: OrganizationId,
  { webhookId, id }: DeliveryRun,
): Promise<{ wakeAt: Date | undefined } | undefined> {
  const { rows } = await sql<{ wake_at: string | null }>`
    select wake_at from webhooks
    where organization_id = ${org} and id = ${webhookId} and run_id = ${id} for no key update`.execute(tx)
  const [row] = rows
  return row && { wakeAt: row.wake_at === null ? undefined : new Date(row.wake_at) }
}

/** Time at which the next delivery is due, and time of the oldest delivery. */
export async function selectOutlook(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
): Promise<{ nextTryAt: Date | undefined; oldestAt: Date | undefined }> {
  const { rows } = await sql<{ next_try_at: string | null; oldest_at: string | null }>`
    select case when w.enabled then (
             select min(next_try_at) from webhook_deliveries
             where organization_id = ${org} and webhook_id = ${webhookId} and status = 'pending'
           ) end as next_try_at,
           (select min(created_at) from webhook_deliveries
            where organization_id = ${org} and webhook_id = ${webhookId}) as oldest_at
    from webhooks w where w.organization_id = ${org} and w.id = ${webhookId}`.execute(tx)
  const toDate = (text: string | null | undefined) => (text ? new Date(text) : undefined)
  return { nextTryAt: toDate(rows[0]?.next_try_at), oldestAt: toDate(rows[0]?.oldest_at) }
}

/** Ends a run. @param wake next wake job, if it changed */
export async function endRun(
  tx: Writer,
  org: OrganizationId,
  run: DeliveryRun,
  wake?: { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ run_id: null, run_until: null, ...(wake === undefined ? {} : { wake_id: wake.id, wake_at: wake.at }) })
    .where('organization_id', '=', org)
    .where('id', '=', run.webhookId)
    .where('run_id', '=', run.id)
    .execute()
}

export async function deleteOldDeliveries(
  tx: Writer,
  org: OrganizationId,
  webhookId: string,
  before: Date,
): Promise<void> {
  await sql`
    delete from webhook_deliveries where organization_id = ${org} and id in (
      select id from webhook_deliveries
      where organization_id = ${org} and webhook_id = ${webhookId} and created_at < ${before}
      order by created_at, id limit ${FORGOTTEN_MAX})`.execute(tx)
}
