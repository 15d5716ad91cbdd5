/** SQL of the audit log. */
import { sql } from 'kysely'
import type { AuditEntry } from '../../../core/audit.ts'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
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

export async function selectEntries(
  db: Reader,
  org: OrganizationId,
  filter: EntryFilter,
  page: { limit: number; offset: number },
) {
  let query = db.selectFrom('audit_log').where('organization_id', '=', org)
  if (filter.userUUID !== undefined) query = query.where('user_id', '=', filter.userUUID)
  if (filter.operation !== undefined) query = query.where('operation', '=', filter.operation)
  if (filter.entityType !== undefined) query = query.where('entity_type', '=', filter.entityType)
  if (filter.entityId !== undefined) query = query.where('entity_id', '=', filter.entityId)
  if (filter.from !== undefined) query = query.where(sql<boolean>`at >= ${filter.from}`)
  if (filter.to !== undefined) query = query.where(sql<boolean>`at <= ${filter.to}`)
  const [counted, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst(),
    query.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute(),
  ])
  return { total: counted?.n ?? 0, rows }
}
