/** The SQL that puts field values into the element. */
import { sql } from 'kysely'
import type { Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { IntelligenceItem, IntelligenceValue } from './schema-intelligence.ts'

export interface Intelligence {
  /** By key: every value that nobody rejected. */
  readonly extracted: Readonly<Record<string, IntelligenceValue>>
  /** Those that a person stands by. */
  readonly confirmed: Readonly<Record<string, IntelligenceValue>>
  readonly items: readonly IntelligenceItem[]
}

/** What the element tells of fields, in the place of what it told. */
export async function updateIntelligence(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { extracted, confirmed, items }: Intelligence,
): Promise<void> {
  await sql`
    update conversation_details
    set extracted_intelligence = ${JSON.stringify(extracted)}::jsonb,
        confirmed_extracted_intelligence = ${JSON.stringify(confirmed)}::jsonb,
        intelligence_items = ${JSON.stringify(items)}::jsonb
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}
