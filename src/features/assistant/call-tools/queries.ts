/** SQL of the call tools. */
import { sql } from 'kysely'
import type { Reader } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type ConversationFilters, permittedConversations, visibleTo } from '../../conversations/records/index.ts'

/** Cursor of a call list: the last call of the previous page. */
export interface CallCursor {
  readonly startedAt: string
  readonly id: string
}

/** Returns the next calls that match the filters, newest first. */
export async function selectNewest(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: ConversationFilters,
  { after, limit }: { after: CallCursor | undefined; limit: number },
): Promise<CallCursor[]> {
  const behind =
    after === undefined ? sql`true` : sql`(c.started_at, c.id) < (${after.startedAt}::timestamptz, ${after.id}::uuid)`
  const { rows } = await sql<{ id: string; started_at: string }>`
    select c.id, c.started_at from conversations c
    where c.organization_id = ${org} and ${permittedConversations(org, visibility, filters)} and ${behind}
    order by c.started_at desc, c.id desc limit ${limit}`.execute(db)
  return rows.map(({ id, started_at }) => ({ id, startedAt: started_at }))
}

export interface CallRow {
  id: string
  title: string
  started_at: string
  /** Duration in seconds. */
  media_duration: number | null
  private: boolean
  archived: boolean
  processing_status: string
  transcript_version: number | null
  owner_id: string
  owner_email: string
  owner_first_name: string
  owner_last_name: string
  team_id: string | null
  team_name: string | null
  opportunity_id: string | null
  opportunity_title: string | null
  participants: Participant[]
  internal_participants: Participant[]
  labels: Record<string, string>
  summary: string | null
}

interface Participant {
  email: string | null
  name: string | null
  organizer: boolean
}

/** Returns the visible calls among the given IDs, archived ones included. */
export async function selectCalls(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  ids: readonly string[],
): Promise<Map<string, CallRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<CallRow>`
    select c.id, c.title, c.started_at, c.media_duration, c.private, c.archived, c.processing_status,
           c.transcript_version, c.owner_id, u.email as owner_email, u.first_name as owner_first_name,
           u.last_name as owner_last_name, c.team_id, t.name as team_name, c.opportunity_id,
           o.title as opportunity_title, d.participants, d.internal_participants, d.labels, d.summary
    from (select * from conversations where organization_id = ${org} and ${visibleTo(visibility)}) c
    join users u on u.organization_id = ${org} and u.id = c.owner_id
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join teams t on t.organization_id = ${org} and t.id = c.team_id
    left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id
    where c.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface FieldValue {
  readonly key: string
  readonly title: string
  readonly value: unknown
  readonly source: string
  readonly confidence: number
  readonly evidence: readonly { readonly quote?: unknown }[]
}

/** Returns extracted and confirmed field values of a call. The caller has already checked visibility. */
export async function selectFields(
  db: Reader,
  org: OrganizationId,
  id: string,
): Promise<{ extracted: Record<string, FieldValue>; confirmed: Record<string, FieldValue> }> {
  const { rows } = await sql<{ extracted: Record<string, FieldValue>; confirmed: Record<string, FieldValue> }>`
    select extracted_intelligence as extracted, confirmed_extracted_intelligence as confirmed
    from conversation_details where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  return rows[0] ?? { extracted: {}, confirmed: {} }
}

export interface LinkedRecord {
  code: string
  id: string
  /** Null if the record isn't stored. */
  fields: Record<string, unknown> | null
}

/** Returns the CRM records linked to a call, in link order. */
export async function selectLinkedRecords(db: Reader, org: OrganizationId, id: string): Promise<LinkedRecord[]> {
  const { rows } = await sql<LinkedRecord>`
    select l.code, l.record_id as id, r.fields
    from conversation_crm_links l
    left join crm_records r on r.organization_id = ${org} and r.code = l.code and r.id = l.record_id
    where l.organization_id = ${org} and l.conversation_id = ${id}
    order by l.position`.execute(db)
  return rows
}
