/** SQL that stores statistics in the conversation record. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Statistics } from './schema-statistics.ts'

/** Replaces the statistics in the conversation record. Null if nobody spoke. */
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
