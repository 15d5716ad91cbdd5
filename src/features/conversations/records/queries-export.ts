/** SQL of the values that are written to CRMs, and of the export status. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Json } from '../../../core/wire.ts'

export interface Exportable {
  /** Values that a person confirmed or corrected, by key. */
  confirmed: Readonly<Record<string, { readonly value?: Json }>>
  crmLinks: readonly { readonly code: string; readonly id: string }[]
  /** ID of the opportunity in the CRM. */
  opportunityId: string | null
}

/** Undefined if the conversation doesn't exist. */
export async function selectExportable(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
): Promise<Exportable | undefined> {
  const { rows } = await sql<{
    confirmed: Exportable['confirmed']
    links: Exportable['crmLinks']
    opportunity_id: string | null
  }>`
    select d.confirmed_extracted_intelligence as confirmed, o.external_id as opportunity_id,
           coalesce((
             select json_agg(json_build_object('code', l.code, 'id', l.record_id) order by l.position)
             from conversation_crm_links l
             where l.organization_id = ${org} and l.conversation_id = c.id), '[]') as links
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return undefined
  return { confirmed: row.confirmed, crmLinks: row.links, opportunityId: row.opportunity_id }
}

export async function updateExportStatus(
  tx: Writer,
  org: OrganizationId,
  id: string,
  status: 'none' | 'pending' | 'exported' | 'failed',
  at: Date,
): Promise<void> {
  await sql`
    update conversations set crm_export_status = ${status}, updated_at = ${at}
    where organization_id = ${org} and id = ${id} and crm_export_status <> ${status}`.execute(tx)
}
