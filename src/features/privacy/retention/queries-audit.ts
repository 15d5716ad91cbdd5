/** SQL queries for the retention of the audit log. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/** @returns null if entries are kept permanently */
export async function selectAuditKeepDays(db: Reader | Writer, org: OrganizationId): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select audit_keep_days as days from retention_schedule where organization_id = ${org}`.execute(db)
  return rows[0]?.days ?? null
}

/** Like `selectAuditKeepDays`, but locks the setting until the transaction ends. */
export async function lockAuditKeepDays(tx: Writer, org: OrganizationId): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select audit_keep_days as days from retention_schedule where organization_id = ${org} for update`.execute(tx)
  return rows[0]?.days ?? null
}

/** Stores the setting. A new row has no scheduled run yet, which `scheduleRun` adds. */
export async function putAuditKeepDays(tx: Writer, org: OrganizationId, days: number | null, now: Date): Promise<void> {
  await sql`
    insert into retention_schedule (organization_id, ticket, next_at, audit_keep_days)
    values (${org}, 0, ${now}, ${days})
    on conflict (organization_id) do update set audit_keep_days = excluded.audit_keep_days`.execute(tx)
}
