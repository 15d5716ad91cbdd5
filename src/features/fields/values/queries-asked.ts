/** SQL of the items that can apply to a conversation. */
import { sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Criteria } from '../../conversations/labels/index.ts'
import type { ResponseType } from '../extraction/index.ts'

export interface ApplicableItemRow {
  id: string
  version: number
  key: string
  title: string
  category: string
  contents: string
  description: string
  response_type: ResponseType
  options: string[]
  depends_on: string | null
  max_values: number | null
  allow_long_response: boolean
  analysis_level: 'conversation' | 'opportunity' | 'account'
  criteria: Criteria
}

/** Returns items assigned to the team or to all teams: oldest configuration first, then in display order. */
export async function selectAssigned(
  db: Reader | Writer,
  org: OrganizationId,
  teamId: string | null,
  limit: number,
): Promise<ApplicableItemRow[]> {
  const { rows } = await sql<ApplicableItemRow>`
    ${sql.raw(PREPARED)} select i.id, i.version, i.key, i.title, i.category, i.contents, i.description, i.response_type,
           i.options, i.depends_on, i.max_values, i.allow_long_response, i.analysis_level, c.criteria
    from field_item_assignments a
    join field_items i on i.organization_id = ${org} and i.id = a.item_id
    join field_configurations c on c.organization_id = ${org} and c.id = i.configuration_id
    where a.organization_id = ${org} and (a.team_id is null or a.team_id = ${teamId}::uuid)
    order by c.created_at, c.id, coalesce(a.display_order, i.display_order), i.display_order, i.id
    limit ${limit}`.execute(db)
  return rows
}

/** Returns items by ID, regardless of their teams. Deleted items are missing from the result. */
export async function selectItems(
  db: Reader | Writer,
  org: OrganizationId,
  ids: readonly string[],
): Promise<Omit<ApplicableItemRow, 'criteria'>[]> {
  const { rows } = await sql<Omit<ApplicableItemRow, 'criteria'>>`
    select id, version, key, title, category, contents, description, response_type, options, depends_on, max_values,
           allow_long_response, analysis_level
    from field_items where organization_id = ${org} and id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Whether the conversation is linked to an account (Salesforce) or company (HubSpot). */
export async function isOfAccount(db: Reader | Writer, org: OrganizationId, conversationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_crm_links
    where organization_id = ${org} and conversation_id = ${conversationId} and code in ('account', 'companies')
    limit 1`.execute(db)
  return rows.length > 0
}
