/** SQL that snippets and other clips of a conversation need. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type SegmentsInput, type TranscriptSegment, toSegmentsInput } from '../../text/transcripts/index.ts'
import { visibleTo } from './queries-visibility.ts'

export interface ClippedConversation {
  title: string
  /** Length in seconds: the stored duration, otherwise the end of the last timed word. Null if both are unknown. */
  length: number | null
}

/** Locks the conversation against erasure until the transaction ends. Undefined if it's hidden. */
export async function lockForClip(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<ClippedConversation | undefined> {
  const { rows } = await sql<{ title: string; media_duration: number | null; transcript_version: number | null }>`
    select title, media_duration, transcript_version from conversations
    where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}
    for key share`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  return { title: row.title, length: row.media_duration ?? (await selectLastEnd(tx, org, id, row.transcript_version)) }
}

async function selectLastEnd(tx: Writer, org: OrganizationId, id: string, version: number | null) {
  const { rows } = await sql<{ last_end: number | null }>`
    select max((s ->> 'end')::double precision) as last_end
    from transcripts, json_array_elements(segments::json) s
    where organization_id = ${org} and conversation_id = ${id} and version = ${version}`.execute(tx)
  return rows[0]?.last_end ?? null
}

/** Whether the conversation exists and is visible. */
export async function isVisible(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    select id from conversations
    where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}`.execute(db)
  return rows.length > 0
}

export interface TranscriptExtent {
  version: number
  segments: number
  /** Length of the transcript text in code points. */
  characters: number
}

/** Returns the size of the newest transcript of a form. Undefined if there is none. */
export async function selectTranscriptExtent(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  form: 'V1' | 'V2',
): Promise<TranscriptExtent | undefined> {
  const { rows } = await sql<TranscriptExtent>`
    select version, segment_count as segments, char_length(plain) as characters from transcripts
    where organization_id = ${org} and conversation_id = ${id} and form = ${form}
    order by version desc limit 1`.execute(db)
  return rows[0]
}

/** A version of a transcript, without its text. */
export interface TranscriptStamp {
  /** Null if the conversation has no transcript of this version. */
  readonly version: number | null
  readonly form: 'V1' | 'V2'
  readonly segmentCount: number
  /**
   * ID of the transaction that wrote the row. It changes with each change of the text: a redaction changes it in place.
   * Null without a transcript.
   */
  readonly writtenBy: string | null
}

/** Identifies the text of a version, or of the current one. @returns undefined if the conversation isn't visible */
export async function selectTranscriptStamp(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  version: number | 'current',
): Promise<TranscriptStamp | undefined> {
  const { rows } = await sql<TranscriptStamp>`
    select t.version, coalesce(t.form, 'V1') as form, coalesce(t.segment_count, 0) as "segmentCount",
      t.xmin::text as "writtenBy"
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    left join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.version = ${version === 'current' ? sql.ref('c.transcript_version') : version}`.execute(db)
  return rows[0]
}

/** Returns the segments of a version, or of the current one. */
export async function selectSegments(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  version: number | 'current',
): Promise<TranscriptSegment[]> {
  return JSON.parse(await selectSegmentsJson(db, org, id, version)) as TranscriptSegment[]
}

/** The same for worker tasks, so that requests don't parse large transcripts on the event loop. */
export const selectSegmentsInput = async (
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  version: number | 'current',
): Promise<SegmentsInput> => toSegmentsInput(await selectSegmentsJson(db, org, id, version))

async function selectSegmentsJson(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  version: number | 'current',
): Promise<string> {
  const { rows } = await sql<{ segments: string }>`
    select t.segments from conversations c
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
      and t.version = ${version === 'current' ? sql.ref('c.transcript_version') : version}
    where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]?.segments ?? '[]'
}

/**
 * Segments of the current transcripts of several conversations, in one statement. The first one is always returned, and
 * the following ones while their JSON has at most so many bytes together. PostgreSQL stores the length of a value, so it
 * reads no transcript that it doesn't return.
 * @returns segments by ID, without conversations that have no transcript or don't fit
 */
export async function selectSegmentsInputs(
  db: Reader,
  org: OrganizationId,
  ids: readonly string[],
  bytesMax: number,
): Promise<Map<string, SegmentsInput>> {
  const { rows } = await sql<{ id: string; segments: string }>`
    select sized.id, sized.segments from (
      select c.id, w.place, t.segments, sum(octet_length(t.segments)) over (order by w.place) as bytes
      from unnest(${[...ids]}::uuid[]) with ordinality as w (id, place)
      join conversations c on c.organization_id = ${org} and c.id = w.id
      join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id
        and t.version = c.transcript_version
    ) sized
    where sized.place = 1 or sized.bytes <= ${bytesMax}`.execute(db)
  const inputs = new Map<string, SegmentsInput>()
  for (const { id, segments } of rows) inputs.set(id, await toSegmentsInput(segments))
  return inputs
}
