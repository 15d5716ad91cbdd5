/** SQL queries for the sharing settings. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SharingSettings } from './schema.ts'

export async function selectSharing(db: Reader | Writer, org: OrganizationId): Promise<SharingSettings> {
  const { rows } = await sql<{ outside: boolean; updatedAt: string }>`
    select outside, updated_at as "updatedAt" from sharing_settings where organization_id = ${org}`.execute(db)
  return rows[0] ?? { outside: true, updatedAt: null }
}

export async function putSharing(tx: Writer, org: OrganizationId, outside: boolean, at: Date): Promise<void> {
  await sql`
    insert into sharing_settings (organization_id, outside, updated_at) values (${org}, ${outside}, ${at})
    on conflict (organization_id) do update
    set outside = excluded.outside, updated_at = excluded.updated_at`.execute(tx)
}
