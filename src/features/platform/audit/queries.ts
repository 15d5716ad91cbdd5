/** SQL of the audit log. */
import { type Selectable, sql } from 'kysely'
import type { AuditEntry } from '../../../core/audit.ts'
import { newId } from '../../../core/clock.ts'
import type { Reader, Tables, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type {} from './schema.ts'

export async function insertEntry(tx: Writer, org: OrganizationId, entry: AuditEntry): Promise<void> {
  const { principal, source, targets } = entry
  const about = targets.at(-1)
  await tx
    .insertInto('audit_log')
    .values({
      organization_id: org,
      id: newId(),
      at: entry.at,
      operation: entry.operation,
      user_id: principal.user?.id ?? null,
      user_email: principal.user?.email ?? null,
      key_id: principal.keyId ?? null,
      via: principal.via,
      request_id: source.requestId ?? null,
      address: source.address ?? null,
      entity_type: about?.kind ?? null,
      entity_id: about?.id ?? null,
      entities: sql`${JSON.stringify(targets.map(({ kind, id }) => ({ type: kind, id })))}::jsonb`,
    })
    .execute()
}

/** Time of the oldest entry. Null without entries. */
export async function selectOldestEntry(db: Reader | Writer, org: OrganizationId): Promise<string | null> {
  const { rows } = await sql<{ at: string }>`
    select at from audit_log where organization_id = ${org} order by at, id limit 1`.execute(db)
  return rows[0]?.at ?? null
}

export interface DeletedEntries {
  readonly count: number
  /** Time of the newest deleted entry. Null if none was deleted. */
  readonly newest: string | null
}

/** Deletes entries before a time, oldest first. */
export async function deleteEntriesBefore(
  tx: Writer,
  org: OrganizationId,
  before: Date,
  limit: number,
): Promise<DeletedEntries> {
  const { rows } = await sql<DeletedEntries>`
    with due as materialized (
      select id from audit_log where organization_id = ${org} and at < ${before} order by at, id limit ${limit}
    ),
    deleted as (
      delete from audit_log a using due where a.organization_id = ${org} and a.id = due.id returning a.at
    )
    select count(*)::int as count, max(at) as newest from deleted`.execute(tx)
  return rows[0] ?? { count: 0, newest: null }
}

export interface EntryFilter {
  readonly userUUID?: string | undefined
  readonly operation?: string | undefined
  readonly entityType?: string | undefined
  readonly entityId?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

const order = defineOrder('audit entries', descending('at', 'time'), descending('id', 'uuid'))

type EntryRow = Selectable<Tables['audit_log']>

export function selectEntries(db: Reader, org: OrganizationId, filter: EntryFilter, window: ListWindow) {
  const conditions = [sql`organization_id = ${org}`]
  if (filter.userUUID !== undefined) conditions.push(sql`user_id = ${filter.userUUID}`)
  if (filter.operation !== undefined) conditions.push(sql`operation = ${filter.operation}`)
  if (filter.entityType !== undefined) conditions.push(sql`entity_type = ${filter.entityType}`)
  if (filter.entityId !== undefined) conditions.push(sql`entity_id = ${filter.entityId}`)
  if (filter.from !== undefined) conditions.push(sql`at >= ${filter.from}`)
  if (filter.to !== undefined) conditions.push(sql`at <= ${filter.to}`)
  return selectListPage<EntryRow>(db, window, {
    columns: sql`
      id, at, operation, user_id, user_email, key_id, via, request_id, address, entity_type, entity_id, entities`,
    from: sql`audit_log`,
    where: sql.join(conditions, sql` and `),
    order,
  })
}
