/** All SQL of the audit log. */
import { sql } from 'kysely'
import type { AuditEntry } from '../../core/audit.ts'
import { newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type {} from './schema.ts'

export async function insertEntry(tx: Writer, org: OrganizationId, entry: AuditEntry): Promise<void> {
  const { principal, source, things } = entry
  const about = things.at(-1)
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
      entities: sql`${JSON.stringify(things.map(({ kind, id }) => ({ type: kind, id })))}::jsonb`,
    })
    .execute()
}
