/** SQL of answers: selects the conversations in the scope of a question. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type ConversationFilters, permittedConversations, visibleTo } from '../../conversations/records/index.ts'

export interface ScopeSelection {
  /** Number of all selected conversations that contain text. */
  readonly total: number
  /** The newest of them. `at` is null if the source stated no start. */
  readonly newest: readonly { readonly id: string; readonly title: string; readonly at: string | null }[]
}

export interface ScopedConversations {
  readonly visibility: Visibility
  readonly filters: ConversationFilters
  readonly conversationIds?: readonly string[] | undefined
}

/** Returns the selected conversations that contain text, newest first, and their total. */
export async function selectMeant(
  db: Reader,
  org: OrganizationId,
  { visibility, filters, conversationIds }: ScopedConversations,
  limit: number,
): Promise<ScopeSelection> {
  const permitted = permittedConversations(org, visibility, filters, conversationIds)
  const { rows } = await sql<{ total: number; id: string | null; title: string; stated_at: string | null }>`
    with meant as materialized (
      select c.id, c.title, c.started_at, case when c.live_started_at is null then null else c.started_at end as stated_at from conversations c
      where c.organization_id = ${org} and c.has_transcript and not c.is_empty and ${permitted}
    )
    select total.n as total, page.id, page.title, page.stated_at
    from (select count(*)::int as n from meant) total
    left join (select * from meant order by started_at desc, id desc limit ${limit}) page on true
    order by page.started_at desc, page.id desc`.execute(db)
  return {
    total: rows[0]?.total ?? 0,
    newest: rows.flatMap(({ id, title, stated_at }) => (id === null ? [] : [{ id, title, at: stated_at }])),
  }
}

/** Returns those of the conversations whose source stated no start, so that their date is that of the import. */
export async function selectWithoutStart(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and live_started_at is null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Maximum number of conversations of one account or contact. */
const LINKED_MAX = 500

/**
 * Returns the visible conversations linked to a CRM record, newest first. Undefined if the record is neither stored nor
 * linked to a visible conversation.
 */
export async function selectLinked(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  code: string,
  recordId: string,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and ${visibleTo(visibility)} and c.id in (
      select l.conversation_id from conversation_crm_links l
      where l.organization_id = ${org} and l.code = ${code} and l.record_id = ${recordId})
    order by c.started_at desc, c.id desc limit ${LINKED_MAX}`.execute(db)
  if (rows.length > 0) return rows.map(({ id }) => id)
  const known = await sql`
    select id from crm_records where organization_id = ${org} and code = ${code} and id = ${recordId}`.execute(db)
  return known.rows.length > 0 ? [] : undefined
}
