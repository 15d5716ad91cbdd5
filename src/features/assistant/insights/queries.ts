/** All SQL of insights. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import type { ResultStatus } from './schema.ts'

const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`

/** Conversations that the reader can access, as a table to join. */
const visibleConversations = (org: OrganizationId, visibility: Visibility) => sql`
  (select id, title from conversations where organization_id = ${org} and ${visibleTo(visibility)})`

export interface InsightRow {
  readonly id: string
  readonly title: string
  readonly created_at: string
  readonly updated_at: string
}

const order = newestFirst('insights', 'i')

export const selectPage = (db: Reader, org: OrganizationId, userId: string, window: ListWindow) =>
  selectListPage<InsightRow>(db, window, {
    columns: sql`i.id, i.title, i.created_at, i.updated_at`,
    from: sql`gi_insights i`,
    where: sql`i.organization_id = ${org} and i.user_id = ${userId}`,
    order,
    updated: 'i.updated_at',
  })

export async function selectInsight(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<(InsightRow & { readonly user_id: string }) | undefined> {
  const { rows } = await sql<InsightRow & { readonly user_id: string }>`
    select id, user_id, title, created_at, updated_at from gi_insights where organization_id = ${org} and id = ${id}`.execute(
    db,
  )
  return rows[0]
}

export interface InsightResultRow {
  id: string
  insight_id: string
  prompt: string
  status: ResultStatus
  type: 'TEXT_WITH_SOURCES'
  /** Null if the reader can't access a conversation that the result uses. The text then doesn't leave the database. */
  result: string | null
  /** Withheld like the text. */
  notice: string | null
  item_count: number
  /** Empty if the text is withheld. */
  emails_used: string[]
  conversations_used: string[]
}

/** Returns results ordered by insight, then by position. */
export async function selectResults(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  insightIds: readonly string[],
): Promise<InsightResultRow[]> {
  const used = sql`
    from gi_result_conversations u left join ${visibleConversations(org, visibility)} c on c.id = u.conversation_id
    where u.organization_id = ${org} and u.result_id = r.id`
  const { rows } = await sql<InsightResultRow>`
    select r.id, r.insight_id, r.prompt, r.status, r.type, r.item_count,
           case when exists (select ${used} and c.id is null) then '[]' else r.emails_used end as emails_used,
           case when exists (select ${used} and c.id is null) then null else r.result end as result,
           case when exists (select ${used} and c.id is null) then null else r.notice end as notice,
           array(select c.id ${used} and c.id is not null order by c.id) as conversations_used
    from gi_results r
    where r.organization_id = ${org} and r.insight_id = ${uuids(insightIds)}
    order by r.insight_id, r.position`.execute(db)
  return rows
}

export type InsightItemRow = { result_id: string; position: number; title: string } & (
  | {
      conversation_id: string
      transcript_version: number
      segment: number
      first_word: number | null
      last_word: number | null
    }
  | { conversation_id: null; knowledge_source_id: string; quote: string }
)

/** Returns items with an accessible conversation or an existing knowledge source, ordered by position. */
export async function selectItems(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  resultIds: readonly string[],
): Promise<InsightItemRow[]> {
  const { rows } = await sql<InsightItemRow>`
    select i.result_id, i.position, coalesce(c.title, k.title) as title, i.conversation_id, i.transcript_version,
           i.segment, i.first_word, i.last_word, i.knowledge_source_id, i.quote
    from gi_items i
    left join ${visibleConversations(org, visibility)} c on c.id = i.conversation_id
    left join knowledge_sources k on k.organization_id = ${org} and k.id = i.knowledge_source_id
    where i.organization_id = ${org} and i.result_id = ${uuids(resultIds)}
      and (c.id is not null or k.id is not null)
    order by i.result_id, i.position`.execute(db)
  return rows
}

export interface SegmentKey {
  readonly conversation_id: string
  readonly transcript_version: number
  readonly segment: number
}

/** Returns segments of many transcripts. The database parses each transcript once and returns only these segments. */
export async function selectSegmentsAt(
  db: Reader,
  org: OrganizationId,
  places: readonly SegmentKey[],
): Promise<(SegmentKey & { value: TranscriptSegment })[]> {
  const { rows } = await sql<SegmentKey & { value: TranscriptSegment }>`
    with wanted as (
      select conversation_id, transcript_version, array_agg(distinct segment) as segments
      from unnest(${places.map((place) => place.conversation_id)}::uuid[],
                  ${places.map((place) => place.transcript_version)}::integer[],
                  ${places.map((place) => place.segment)}::integer[])
        as p (conversation_id, transcript_version, segment)
      group by conversation_id, transcript_version
    )
    select w.conversation_id, w.transcript_version, (s.number - 1)::integer as segment, s.value
    from wanted w
    join transcripts t
      on t.organization_id = ${org} and t.conversation_id = w.conversation_id and t.version = w.transcript_version,
    json_array_elements(t.segments::json) with ordinality as s (value, number)
    where s.number - 1 = any(w.segments)`.execute(db)
  return rows
}

export async function insertInsight(
  tx: Writer,
  org: OrganizationId,
  insight: { id: string; userId: string; title: string; at: Date },
): Promise<void> {
  await sql`
    insert into gi_insights (organization_id, id, user_id, title, created_at, updated_at)
    values (${org}, ${insight.id}, ${insight.userId}, ${insight.title}, ${insight.at}, ${insight.at})`.execute(tx)
}

export interface ResultColumns {
  readonly status: ResultStatus
  readonly result: string
  readonly itemCount: number
  readonly notice: string | null
}

export async function insertResult(
  tx: Writer,
  org: OrganizationId,
  result: ResultColumns & {
    id: string
    insightId: string
    position: number
    prompt: string
    emailsUsed: readonly string[]
  },
): Promise<void> {
  await sql`
    insert into gi_results (
      organization_id, id, insight_id, position, prompt, type, status, result, item_count, emails_used, notice)
    values (
      ${org}, ${result.id}, ${result.insightId}, ${result.position}, ${result.prompt}, 'TEXT_WITH_SOURCES',
      ${result.status}, ${result.result}, ${result.itemCount}, ${JSON.stringify(result.emailsUsed)},
      ${result.notice})`.execute(tx)
}

/** @returns false if the result wasn't pending */
export async function updatePendingResult(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { status, result, itemCount, notice }: ResultColumns,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql<{ insight_id: string }>`
    update gi_results set status = ${status}, result = ${result}, item_count = ${itemCount}, notice = ${notice}
    where organization_id = ${org} and id = ${id} and status = 'PENDING'
    returning insight_id`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  await sql`
    update gi_insights set updated_at = ${at} where organization_id = ${org} and id = ${row.insight_id}`.execute(tx)
  return true
}

/** @returns number of existing conversations, each locked until the transaction ends */
export async function insertResultConversations(
  tx: Writer,
  org: OrganizationId,
  resultId: string,
  conversationIds: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    with there as (
      select id from conversations where organization_id = ${org} and id = ${uuids(conversationIds)}
      order by id for key share
    )
    insert into gi_result_conversations (organization_id, result_id, conversation_id)
    select ${org}, ${resultId}, id from there
    returning conversation_id`.execute(tx)
  return rows.length
}

/** Locks the knowledge sources until the transaction ends. @returns number of existing ones */
export async function lockSources(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    select id from knowledge_sources where organization_id = ${org} and id = ${uuids(ids)}
    order by id for key share`.execute(tx)
  return rows.length
}

/** Deletes an insight with its results. @returns false if it doesn't exist */
export async function deleteInsightRow(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from gi_insights where organization_id = ${org} and id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

export async function insertItems(
  tx: Writer,
  org: OrganizationId,
  resultId: string,
  items: readonly {
    position: number
    conversation_id?: string
    transcript_version?: number
    segment?: number
    first_word?: number
    last_word?: number
    knowledge_source_id?: string
    quote?: string
  }[],
): Promise<void> {
  await sql`
    insert into gi_items (
      organization_id, result_id, position, conversation_id, transcript_version, segment, first_word, last_word,
      knowledge_source_id, quote)
    select ${org}, ${resultId}, position, conversation_id, transcript_version, segment, first_word, last_word,
           knowledge_source_id, quote
    from jsonb_to_recordset(${JSON.stringify(items)}) as i (
      position integer, conversation_id uuid, transcript_version integer, segment integer, first_word integer,
      last_word integer, knowledge_source_id uuid, quote text)`.execute(tx)
}
