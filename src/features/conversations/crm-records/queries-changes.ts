/** SQL of the changes of deals: stage, amount and close date. */
import { sql } from 'kysely'
import { newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { compareDealFields, DEAL_CODES, DEAL_HISTORY_FIELDS, type DealChangeField } from './deal-fields.ts'

interface WrittenRecord {
  readonly code: string
  readonly id: string
  readonly values: readonly { readonly field: string; readonly value: string }[]
}

const toFields = (values: WrittenRecord['values']) =>
  Object.fromEntries(values.map(({ field, value }) => [field, value] as const))

/**
 * Stores what the new values change. The caller has locked the records, and hasn't replaced their filterable values
 * yet. New records have no changes.
 * @param created keys of new records, `code/id`
 */
export async function insertDealChanges(
  tx: Writer,
  org: OrganizationId,
  records: readonly WrittenRecord[],
  created: ReadonlySet<string>,
  at: Date,
): Promise<void> {
  const deals = records.filter(({ code, id }) => DEAL_CODES.includes(code) && !created.has(`${code}/${id}`))
  if (deals.length === 0) return
  const { rows } = await sql<{ code: string; id: string; field: string; value: string }>`
    select v.code, v.record_id as id, v.field, v.value
    from unnest(${deals.map(({ code }) => code)}::text[], ${deals.map(({ id }) => id)}::text[]) as given (code, id)
    join crm_record_values v on v.organization_id = ${org} and v.code = given.code and v.record_id = given.id
    where regexp_replace(lower(v.field), '[^[:alnum:]]', '', 'g') = any(${[...DEAL_HISTORY_FIELDS]}::text[])`.execute(
    tx,
  )
  const stored = Map.groupBy(rows, ({ code, id }) => `${code}/${id}`)
  const changes = deals.flatMap(({ code, id, values }) =>
    compareDealFields(toFields(stored.get(`${code}/${id}`) ?? []), toFields(values)).map((change) => ({
      ...change,
      ...{ code, recordId: id, changeId: newId() },
    })),
  )
  if (changes.length === 0) return
  await sql`
    insert into crm_record_changes (organization_id, id, code, record_id, field, old_value, new_value, changed_at)
    select ${org}, id, code, record_id, field, old_value, new_value, ${at}
    from unnest(${changes.map(({ changeId }) => changeId)}::uuid[], ${changes.map(({ code }) => code)}::text[],
                ${changes.map(({ recordId }) => recordId)}::text[], ${changes.map(({ field }) => field)}::text[],
                ${changes.map(({ from }) => from)}::text[], ${changes.map(({ to }) => to)}::text[])
      as given (id, code, record_id, field, old_value, new_value)`.execute(tx)
}

export interface DealChangeRow {
  readonly field: DealChangeField
  readonly old_value: string | null
  readonly new_value: string | null
  readonly changed_at: string
}

/** Changes of an opportunity, newest first. The caller has checked that the opportunity is visible. */
export async function selectDealChanges(
  db: Reader,
  org: OrganizationId,
  externalId: string,
  limit: number,
): Promise<DealChangeRow[]> {
  const { rows } = await sql<DealChangeRow>`
    select field, old_value, new_value, changed_at from crm_record_changes
    where organization_id = ${org} and code = any(${[...DEAL_CODES]}::text[]) and record_id = ${externalId}
    order by changed_at desc, id desc limit ${limit}`.execute(db)
  return rows
}
