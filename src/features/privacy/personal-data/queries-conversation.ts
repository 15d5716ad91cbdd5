/** Queries for a conversation with all its texts, for redaction. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { fold } from '../../../core/fold.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'

export interface StoredParticipant {
  readonly id: string | null
  readonly email: string | null
  readonly name: string | null
  readonly organizer: boolean
  readonly status: string | null
}

/** JSON columns of `conversation_details` with derived data. */
export const DERIVED = [
  'statistics',
  'scorecard_results',
  'extracted_intelligence',
  'confirmed_extracted_intelligence',
  'intelligence_items',
] as const
/** JSON columns with imported data. */
const GIVEN = ['labels', 'meeting_platform_metadata', 'import_metadata'] as const
export const DETAILS = [...DERIVED, ...GIVEN] as const
export type Detail = (typeof DETAILS)[number]

export interface StoredConversation {
  readonly id: string
  readonly title: string
  readonly transcript_version: number | null
  readonly participants: readonly StoredParticipant[]
  readonly internal_participants: readonly StoredParticipant[]
  readonly summary: string | null
  /** Version of the transcript that the summary was created from; null if the summary was imported. */
  readonly summary_version: number | null
  readonly details: Readonly<Record<Detail, unknown>>
}

/** Locks and loads a conversation. Undefined if it no longer exists. */
export async function lockConversation(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<StoredConversation | undefined> {
  const { rows } = await sql<Omit<StoredConversation, 'details'> & Record<Detail, unknown>>`
    with locked as (
      select id, title, transcript_version from conversations
      where organization_id = ${org} and id = ${id} for update)
    select c.id, c.title, c.transcript_version, d.participants, d.internal_participants, d.summary, d.summary_version,
           ${sql.join(DETAILS.map((column) => sql.ref(`d.${column}`)))}
    from locked c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const details = Object.fromEntries(DETAILS.map((column) => [column, row[column]])) as Record<Detail, unknown>
  return { ...row, details }
}

export interface StoredTranscript {
  readonly version: number
  /** JSON text. */
  readonly segments: string
}

export async function selectTranscripts(tx: Writer, org: OrganizationId, id: string): Promise<StoredTranscript[]> {
  const { rows } = await sql<StoredTranscript>`
    select version, segments from transcripts
    where organization_id = ${org} and conversation_id = ${id} order by version`.execute(tx)
  return rows
}

export async function updateTranscript(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
  text: { segments: readonly TranscriptSegment[]; plain: string; wordCount: number },
): Promise<void> {
  await sql`
    update transcripts
    set segments = ${JSON.stringify(text.segments)}, plain = ${text.plain}, word_count = ${text.wordCount}
    where organization_id = ${org} and conversation_id = ${id} and version = ${version}`.execute(tx)
}

export async function updateDetails(
  tx: Writer,
  org: OrganizationId,
  id: string,
  changes: Readonly<Record<string, unknown>>,
): Promise<void> {
  const set = Object.entries(changes).map(([column, value]) =>
    column === 'summary' || column === 'summary_version'
      ? sql`${sql.ref(column)} = ${value}`
      : sql`${sql.ref(column)} = ${value === null ? null : JSON.stringify(value)}::jsonb`,
  )
  if (set.length === 0) return
  await sql`
    update conversation_details set ${sql.join(set)}
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}

/** @param title undefined: keeps the title */
export async function touchConversation(
  tx: Writer,
  org: OrganizationId,
  id: string,
  title: string | undefined,
  at: Date,
): Promise<void> {
  const named = title === undefined ? sql`` : sql`title = ${title}, title_folded = ${fold(title)},`
  await sql`
    update conversations set ${named} updated_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** IDs of conversations in which a word occurs as a substring, in ID order. Includes matches in participants only. */
export async function selectWithWords(
  db: Reader,
  org: OrganizationId,
  words: readonly string[],
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const patterns = words.map((word) => `%${word}%`)
  const containsAny = (column: string) => sql`lower(${sql.ref(column)}::text) like any(${patterns}::text[])`
  const behind = after === undefined ? sql`true` : sql`c.id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.organization_id = ${org} and ${behind} and (
      ${containsAny('c.title')}
      or exists (
        select from conversation_details d
        where d.organization_id = ${org} and d.conversation_id = c.id and (
          ${sql.join(
            ['participants', 'internal_participants', 'summary', ...DETAILS].map((column) =>
              containsAny(`d.${column}`),
            ),
            sql` or `,
          )}))
      or exists (
        select from transcripts t
        where t.organization_id = ${org} and t.conversation_id = c.id and ${containsAny('t.segments')}))
    order by c.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

export async function deleteParticipant(tx: Writer, org: OrganizationId, id: string, email: string): Promise<void> {
  await sql`
    delete from conversation_participants
    where organization_id = ${org} and conversation_id = ${id} and email = ${email}`.execute(tx)
}
