/** SQL that reads the state of a conversation without a lock. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type CrmEntityCode, NAMING_FIELDS } from '../crm-records/index.ts'
import { visibleTo } from './queries-visibility.ts'

/** Returns what determines the applicable items and scorecards. Undefined if the conversation is hidden. */
export async function selectApplying(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<{ teamId: string | null; opportunityId: string | null } | undefined> {
  const { rows } = await sql<{ team_id: string | null; opportunity_id: string | null }>`
    select team_id, opportunity_id from conversations
    where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}`.execute(db)
  const [row] = rows
  return row && { teamId: row.team_id, opportunityId: row.opportunity_id }
}

export interface LinkedRow {
  code: CrmEntityCode
  id: string
  /** Naming fields of the record. Null if the linked record isn't stored. */
  fields: Record<string, unknown> | null
}

/** Returns the linked records in link order. */
export async function selectLinkedRecords(db: Reader, org: OrganizationId, id: string): Promise<LinkedRow[]> {
  const { rows } = await sql<LinkedRow>`
    select l.code, l.record_id as id,
           case when r.id is not null then coalesce((
             select jsonb_object_agg(name, r.fields -> name)
             from unnest(${[...NAMING_FIELDS]}::text[]) as name where r.fields ? name), '{}') end as fields
    from conversation_crm_links l
    left join crm_records r on r.organization_id = ${org} and r.code = l.code and r.id = l.record_id
    where l.organization_id = ${org} and l.conversation_id = ${id}
    order by l.position`.execute(db)
  return rows
}
