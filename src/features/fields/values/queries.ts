/** All SQL of field values. Callers that write must hold the lock on the conversation. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { StoredRow } from './model.ts'

const columns = sql`
  id, item_id, item_version, key, title, category, response_type, value, state, source, confidence, evidence,
  transcript_version, model, history, found_at, decided_by, decided_at`

/** Returns all values of a conversation, including rejected ones, oldest first. */
export async function selectValues(
  db: Reader | Writer,
  org: OrganizationId,
  conversationId: string,
): Promise<StoredRow[]> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from field_values
    where organization_id = ${org} and conversation_id = ${conversationId} order by found_at, id`.execute(db)
  return rows
}

const order = defineOrder('field values', ascending('v.found_at', 'time'), ascending('v.id', 'uuid'))

/** Returns one page of values, oldest first. */
export const selectValuesPage = (
  db: Reader,
  org: OrganizationId,
  conversationId: string,
  window: ListWindow,
): Promise<{ rows: StoredRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns,
    from: sql`field_values v`,
    where: sql`v.organization_id = ${org} and v.conversation_id = ${conversationId}`,
    order,
    updated: 'greatest(v.found_at, v.decided_at)',
  })

export async function insertValues(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  rows: readonly StoredRow[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into field_values (
      organization_id, conversation_id, id, item_id, item_version, key, title, category, response_type, value, state,
      source, confidence, evidence, transcript_version, model, history, found_at, decided_by, decided_at)
    select ${org}, ${conversationId}, r.id, r.item_id, r.item_version, r.key, r.title, r.category, r.response_type,
           r.value, r.state, r.source, r.confidence, r.evidence, r.transcript_version, r.model, r.history, r.found_at,
           r.decided_by, r.decided_at
    from jsonb_populate_recordset(null::field_values, ${JSON.stringify(rows)}::jsonb) as r`.execute(tx)
}

/** Updates the mutable columns of a value. */
export async function updateValue(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  row: StoredRow,
): Promise<void> {
  await sql`
    update field_values
    set item_version = ${row.item_version}, title = ${row.title}, category = ${row.category},
        value = ${JSON.stringify(row.value)}::jsonb, state = ${row.state}, source = ${row.source},
        confidence = ${row.confidence}, evidence = ${JSON.stringify(row.evidence)}::jsonb,
        transcript_version = ${row.transcript_version}, model = ${row.model},
        history = ${JSON.stringify(row.history)}::jsonb, decided_by = ${row.decided_by},
        decided_at = ${row.decided_at === null ? null : new Date(row.decided_at)}
    where organization_id = ${org} and conversation_id = ${conversationId} and id = ${row.id}`.execute(tx)
}

export async function deleteValues(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from field_values
    where organization_id = ${org} and conversation_id = ${conversationId} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}
