/** SQL of CRM syncs: their state and progress. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SyncState } from './schema.ts'

export async function updateSync(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    sync_state: SyncState
    sync_ticket: number
    sync_started_at: Date
    sync_finished_at: Date
    sync_records: number
    sync_fault: string | null
    sync_failures: number
  }>,
): Promise<void> {
  await tx.updateTable('crm_connections').set(change).where('organization_id', '=', org).where('id', '=', id).execute()
}

export interface EntitySyncState {
  code: string
  fields: string[]
  read_until: string | null
  reading_until: string | null
  reading_after: string | null
}

/** Returns the entities to read, in order. */
export async function selectReadings(db: Reader | Writer, org: OrganizationId, id: string): Promise<EntitySyncState[]> {
  const { rows } = await sql<EntitySyncState>`
    select code, fields, read_until, reading_until, reading_after from crm_connection_entities
    where organization_id = ${org} and connection_id = ${id} order by position`.execute(db)
  return rows
}

/** Stores the cursor after a page. After the last page, marks the entity as read. */
export async function moveReading(
  tx: Writer,
  org: OrganizationId,
  id: string,
  code: string,
  page: { readingUntil: Date; after: string | undefined; records: number },
): Promise<void> {
  const { readingUntil, after = null, records } = page
  await sql`
    update crm_connection_entities
    set records = records + ${records}, reading_after = ${after},
        reading_until = ${after === null ? null : readingUntil},
        read_until = ${after === null ? readingUntil : sql`read_until`}
    where organization_id = ${org} and connection_id = ${id} and code = ${code}`.execute(tx)
  await sql`
    update crm_connections set sync_records = sync_records + ${records}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Restarts all entities from the beginning, because the URL changed. */
export async function resetSync(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`
    update crm_connection_entities set read_until = null, reading_until = null, reading_after = null
    where organization_id = ${org} and connection_id = ${id}`.execute(tx)
}
