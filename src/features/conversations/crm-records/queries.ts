/** SQL of CRM records. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, orderBy } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, planPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { filterableValues, NAMING_FIELDS } from './model.ts'
import { insertDealChanges } from './queries-changes.ts'

export interface RecordRow {
  code: string
  id: string
  /** JSON object of all fields. */
  fields: string
  values: readonly { field: string; value: string }[]
}

/** Row of a record with these fields. */
export const toRecordRow = (
  { code, id }: Pick<RecordRow, 'code' | 'id'>,
  fields: Readonly<Record<string, unknown>>,
): RecordRow => ({ code, id, fields: JSON.stringify(fields), values: filterableValues(fields) })

/**
 * Inserts or replaces records with their filterable values. The list contains each record once. Uses three statements
 * for any number of records, and at most two more for the changes of deals, because the embedded database serves no other
 * requests during the transaction.
 */
export async function upsertRecords(
  tx: Writer,
  org: OrganizationId,
  records: readonly RecordRow[],
  at: Date,
): Promise<Set<string>> {
  // A fixed lock order prevents deadlocks of two bulk writes.
  const inOrder = [...records].sort((a, b) => compare(a.code, b.code) || compare(a.id, b.id))
  const [codes, ids] = [inOrder.map(({ code }) => code), inOrder.map(({ id }) => id)]
  // `xmax` is the transaction that updated a row. It is 0 for an inserted row.
  const { rows } = await sql<{ code: string; id: string; created: boolean }>`
    insert into crm_records (organization_id, code, id, fields, created_at, updated_at)
    select ${org}, code, id, fields::jsonb, ${at}, ${at}
    from unnest(${codes}::text[], ${ids}::text[], ${inOrder.map(({ fields }) => fields)}::text[])
      with ordinality as given (code, id, fields, position)
    order by position
    on conflict (organization_id, code, id) do update set fields = excluded.fields, updated_at = excluded.updated_at
    returning code, id, xmax = 0 as created`.execute(tx)
  const created = new Set(rows.filter((row) => row.created).map(({ code, id }) => `${code}/${id}`))
  await insertDealChanges(tx, org, inOrder, created, at)
  await sql`
    delete from crm_record_values v using unnest(${codes}::text[], ${ids}::text[]) as given (code, id)
    where v.organization_id = ${org} and v.code = given.code and v.record_id = given.id`.execute(tx)
  const values = inOrder.flatMap(({ code, id, values }) => values.map((one) => ({ ...one, code, id })))
  await sql`
    insert into crm_record_values (organization_id, code, field, value, record_id)
    select ${org}, code, field, value, id
    from unnest(${values.map(({ code }) => code)}::text[], ${values.map(({ field }) => field)}::text[],
                ${values.map(({ value }) => value)}::text[], ${values.map(({ id }) => id)}::text[])
      as given (code, field, value, id)`.execute(tx)
  return created
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export async function selectRecord(db: Reader, org: OrganizationId, code: string, id: string) {
  const { rows } = await sql<{ code: string; id: string; fields: Record<string, unknown>; updated_at: string }>`
    select code, id, fields, updated_at from crm_records
    where organization_id = ${org} and code = ${code} and id = ${id}`.execute(db)
  return rows[0]
}

/** Deletes a record. Its filterable values are deleted by cascade. @returns whether it existed */
export async function deleteRecord(tx: Writer, org: OrganizationId, code: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from crm_records where organization_id = ${org} and code = ${code} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

export interface RecordFilter {
  readonly code: string | undefined
  readonly text: string | undefined
  readonly field: { readonly name: string; readonly values: readonly string[] } | undefined
}

export interface RecordKey {
  code: string
  id: string
  /** Size of the fields as JSON. */
  bytes: number
}

const order = defineOrder('CRM records', ascending('r.code', 'text'), ascending('r.id', 'text'))

/**
 * Returns a page of keys by entity and ID, and the exact total. `selectFields` loads the fields, which can be very
 * large.
 */
export async function selectRecordKeys(
  db: Reader,
  org: OrganizationId,
  filter: RecordFilter,
  window: ListWindow,
): Promise<{ rows: RecordKey[]; meta: ListMeta }> {
  const conditions = [sql`r.organization_id = ${org}`]
  if (filter.code !== undefined) conditions.push(sql`r.code = ${filter.code}`)
  if (filter.field !== undefined) {
    conditions.push(sql`(r.code, r.id) in (
      select v.code, v.record_id from crm_record_values v
      where v.organization_id = ${org} and v.field = ${filter.field.name}
        and v.value = any(${[...filter.field.values]}::text[]))`)
  }
  if (filter.text !== undefined) {
    const containsText = (column: string) => sql`strpos(lower(${sql.ref(column)}), lower(${filter.text})) > 0`
    conditions.push(sql`(${containsText('r.id')} or (r.code, r.id) in (
      select v.code, v.record_id from crm_record_values v
      where v.organization_id = ${org} and v.field = any(${NAMING_FIELDS}::text[]) and ${containsText('v.value')}))`)
  }
  if (window.updatedSince !== undefined) conditions.push(sql`r.updated_at >= ${window.updatedSince}`)
  const wanted = sql.join(conditions, sql` and `)
  const { condition, sorted, key, finish } = planPage(order, window)
  // Only fields of the page are read.
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`select count(*)::int as n from crm_records r where ${wanted}`.execute(db),
    sql<RecordKey>`
      with page as (select r.code, r.id from crm_records r where ${wanted} and ${condition} ${sorted})
      select r.code, r.id, octet_length(r.fields::text) as bytes${key}
      from page join crm_records r on r.organization_id = ${org} and r.code = page.code and r.id = page.id
      ${orderBy(order)}`.execute(db),
  ])
  return finish(rows, counted.rows[0]?.n ?? 0)
}

/** Returns the records in the order of the keys. Records deleted since then are missing. */
export async function selectFields(db: Reader, org: OrganizationId, keys: readonly RecordKey[]) {
  const { rows } = await sql<{ code: string; id: string; fields: string; updated_at: string }>`
    select r.code, r.id, r.fields::text as fields, r.updated_at
    from unnest(${keys.map((key) => key.code)}::text[], ${keys.map((key) => key.id)}::text[])
      with ordinality as k (code, id, position)
    join crm_records r on r.organization_id = ${org} and r.code = k.code and r.id = k.id
    order by k.position`.execute(db)
  return rows
}
