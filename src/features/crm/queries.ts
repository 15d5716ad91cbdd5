/** All SQL of CRM records and opportunities. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../core/db.ts'
import type { OrganizationId } from '../../core/principal.ts'

export interface RecordRow {
  code: string
  id: string
  fields: Record<string, unknown>
  values: readonly { field: string; value: string }[]
}

/** Stores records with their filterable values, replacing those of the same code and id. */
export async function upsertRecords(
  tx: Writer,
  org: OrganizationId,
  records: readonly RecordRow[],
  at: Date,
): Promise<Set<string>> {
  // One order for everyone: two bulk writes of the same records must not wait for each other crosswise.
  const inOrder = [...records].sort((a, b) => compare(a.code, b.code) || compare(a.id, b.id))
  const created = new Set<string>()
  for (const record of inOrder) {
    // xmax names the transaction that a row was changed in: a new row has none.
    const { rows } = await sql<{ created: boolean }>`
      insert into crm_records (organization_id, code, id, fields, created_at, updated_at)
      values (${org}, ${record.code}, ${record.id}, ${JSON.stringify(record.fields)}, ${at}, ${at})
      on conflict (organization_id, code, id) do update set fields = excluded.fields, updated_at = excluded.updated_at
      returning xmax = 0 as created`.execute(tx)
    if (rows[0]?.created) created.add(`${record.code}/${record.id}`)
    await sql`
      delete from crm_record_values
      where organization_id = ${org} and code = ${record.code} and record_id = ${record.id}`.execute(tx)
    await sql`
      insert into crm_record_values (organization_id, code, field, value, record_id)
      select ${org}, ${record.code}, field, value, ${record.id}
      from jsonb_to_recordset(${JSON.stringify(record.values)}) as v (field text, value text)`.execute(tx)
  }
  return created
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export async function selectRecord(db: Reader, org: OrganizationId, code: string, id: string) {
  const { rows } = await sql<{ code: string; id: string; fields: Record<string, unknown>; updated_at: string }>`
    select code, id, fields, updated_at from crm_records
    where organization_id = ${org} and code = ${code} and id = ${id}`.execute(db)
  return rows[0]
}

/** The opportunity of a team by its CRM id, made with that id as its title when it is new. */
export async function ensureOpportunity(
  tx: Writer,
  org: OrganizationId,
  opportunity: { id: string; teamId: string | null; externalId: string; at: Date },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into opportunities (organization_id, id, team_id, external_id, title, created_at, updated_at)
    values (${org}, ${opportunity.id}, ${opportunity.teamId}, ${opportunity.externalId}, ${opportunity.externalId},
            ${opportunity.at}, ${opportunity.at})
    on conflict (organization_id, external_id, team_id) do update set external_id = excluded.external_id
    returning id`.execute(tx)
  return rows[0]?.id ?? opportunity.id
}
