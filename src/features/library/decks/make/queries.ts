/** SQL of deck making: resolves contexts and loads their material. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../../core/principal.ts'
import { type Statistics, visibleTo } from '../../../conversations/records/index.ts'

const uuids = (ids: readonly string[]) => sql`any(${[...ids]}::uuid[])`
const visibleConversations = (org: OrganizationId, visibility: Visibility) => sql`
  (select * from conversations where organization_id = ${org} and ${visibleTo(visibility)})`

export async function selectOpportunityTitles(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
): Promise<{ id: string; title: string; external_id: string }[]> {
  const { rows } = await sql<{ id: string; title: string; external_id: string }>`
    select id, title, external_id from opportunities where organization_id = ${org} and id = ${uuids(ids)}
    order by created_at desc, id desc`.execute(db)
  return rows
}

/** Entity codes of companies in common CRMs. */
const ACCOUNT_CODES = ['account', 'companies']
/** Maximum number of conversations of an account to consider. */
const LINKED_MAX = 500

export interface DeckAccount {
  /** Null if the linked record isn't stored. */
  fields: Record<string, unknown> | null
  /** IDs, newest first. */
  conversationIds: string[]
}

/** Undefined if the record is neither stored nor linked to a visible conversation. */
export async function selectAccount(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  recordId: string,
): Promise<DeckAccount | undefined> {
  const codes = sql`any(${ACCOUNT_CODES}::text[])`
  const { rows } = await sql<{ id: string }>`
    select c.id from ${visibleConversations(org, visibility)} c
    where c.id in (
      select l.conversation_id from conversation_crm_links l
      where l.organization_id = ${org} and l.code = ${codes} and l.record_id = ${recordId})
    order by c.started_at desc, c.id desc limit ${LINKED_MAX}`.execute(db)
  const known = await sql<{ fields: Record<string, unknown> }>`
    select fields from crm_records
    where organization_id = ${org} and code = ${codes} and id = ${recordId} order by code limit 1`.execute(db)
  const [record] = known.rows
  if (rows.length === 0 && record === undefined) return undefined
  return { fields: record?.fields ?? null, conversationIds: rows.map(({ id }) => id) }
}

export interface TalkRow {
  id: string
  title: string
  started_at: string
  live_started_at: string | null
  /** Duration in seconds. */
  media_duration: number | null
  participants: { name: string | null; email: string | null }[]
  internal_participants: { name: string | null; email: string | null }[]
  statistics: Statistics | null
  scorecard_results: {
    title: string
    summary: { averageScore: number }
    items: { title: string; numericResult: { score: number; min: number; max: number } }[]
  }[]
  confirmed: Record<string, ValueRow>
  /** JSON text. */
  segments: string
  /** Version and hash of the transcript content. */
  mark: string
}

export interface ValueRow {
  key: string
  title: string
  value: unknown
  evidence: { quote: string; speaker: string; start: number | null; segment: number }[]
}

/** Returns the visible conversations with text among the given IDs, oldest first. */
export async function selectTalks(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  ids: readonly string[],
): Promise<TalkRow[]> {
  const { rows } = await sql<TalkRow>`
    select c.id, c.title, c.started_at, c.live_started_at, c.media_duration, d.participants, d.internal_participants,
           d.statistics, d.scorecard_results,
           d.confirmed_extracted_intelligence as confirmed, t.segments,
           t.version || ' ' || md5(t.segments) as mark
    from ${visibleConversations(org, visibility)} c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version
    where c.id = ${uuids(ids)} and not c.is_empty
    order by c.started_at, c.id`.execute(db)
  return rows
}

/**
 * Locks the transcripts of visible conversations until the transaction ends. @returns content hashes by conversation
 */
export async function lockTalks(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  ids: readonly string[],
): Promise<Map<string, string>> {
  // Redaction locks the conversation before it rewrites the transcript.
  await sql`
    select id from conversations where organization_id = ${org} and id = ${uuids(ids)}
    order by id for share`.execute(tx)
  const { rows } = await sql<{ id: string; mark: string }>`
    select c.id, t.version || ' ' || md5(t.segments) as mark
    from ${visibleConversations(org, visibility)} c
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version
    where c.id = ${uuids(ids)}`.execute(tx)
  return new Map(rows.map(({ id, mark }) => [id, mark]))
}
