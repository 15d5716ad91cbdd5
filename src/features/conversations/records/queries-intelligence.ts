/** SQL that stores field values in the conversation record. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { IntelligenceItem, IntelligenceValue } from './schema-intelligence.ts'

export interface Intelligence {
  /** All values that weren't rejected, by key. */
  readonly extracted: Readonly<Record<string, IntelligenceValue>>
  /** The values that a person confirmed or corrected, by key. */
  readonly confirmed: Readonly<Record<string, IntelligenceValue>>
  readonly items: readonly IntelligenceItem[]
}

/** Replaces the field values in the conversation record. */
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
