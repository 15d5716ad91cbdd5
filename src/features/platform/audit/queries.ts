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
