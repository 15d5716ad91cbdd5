/** The SQL that puts statistics into the element. */
import { sql } from 'kysely'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { Statistics } from './schema-statistics.ts'

/** What the element tells of how people spoke, in the place of what it told. Null: nobody spoke. */
export async function updateStatistics(
  tx: Writer,
  org: OrganizationId,
  id: string,
  statistics: Statistics | null,
): Promise<void> {
  await sql`
    update conversation_details set statistics = ${statistics === null ? null : JSON.stringify(statistics)}::jsonb
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}
