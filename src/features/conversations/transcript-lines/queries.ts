/** All SQL of transcript lines. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type SegmentsInput, toSegmentsInput } from '../../text/transcripts/index.ts'
import { visibleTo } from '../records/index.ts'

interface CurrentVersion {
  /** Version of the transcript; null without one. */
  readonly version: number | null
  readonly form: 'V1' | 'V2'
}

/** The current transcript, for worker tasks. @returns undefined if the conversation isn't visible */
export async function selectCurrentInput(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<(CurrentVersion & { readonly segments: SegmentsInput }) | undefined> {
  const row = await selectCurrentJson(db, org, visibility, id)
  return row && { ...row, segments: await toSegmentsInput(row.segments) }
}

async function selectCurrentJson(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<(CurrentVersion & { readonly segments: string }) | undefined> {
  const { rows } = await sql<{ version: number | null; form: 'V1' | 'V2' | null; segments: string | null }>`
    select c.transcript_version as version, t.form, t.segments
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    left join transcripts t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version`.execute(db)
  const [row] = rows
  return row && { version: row.version, form: row.form ?? 'V1', segments: row.segments ?? '[]' }
}

export interface KnownPerson {
  readonly name?: string
  readonly email?: string
}

/** Participants with known names and email addresses. */
export async function selectPeople(db: Reader | Writer, org: OrganizationId, id: string): Promise<KnownPerson[]> {
  const { rows } = await sql<{ participants: SpeakerContact[]; internal_participants: SpeakerContact[] }>`
    select participants, internal_participants from conversation_details
    where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) return []
  return [...row.participants, ...row.internal_participants].map(({ name, email }) => ({
    ...(name === null ? {} : { name }),
    ...(email === null ? {} : { email }),
  }))
}

interface SpeakerContact {
  name: string | null
  email: string | null
}

/** Names of the participants and of the owner, each once. */
export async function selectPeopleNames(db: Reader, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct trim(people.name) as name from (
      select p.value ->> 'name' as name from conversation_details d,
        jsonb_array_elements(d.participants::jsonb || d.internal_participants::jsonb) p
      where d.organization_id = ${org} and d.conversation_id = ${id}
      union all
      select concat_ws(' ', u.first_name, u.last_name) from conversations c
      join users u on u.organization_id = ${org} and u.id = c.owner_id
      where c.organization_id = ${org} and c.id = ${id}
    ) people
    where trim(people.name) <> '' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Keys of the dismissed speaker names of a conversation. */
export async function selectDismissals(db: Reader, org: OrganizationId, id: string): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select key from speaker_name_dismissals where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export async function countDismissals(tx: Writer, org: OrganizationId, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from speaker_name_dismissals
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** @returns whether it wasn't dismissed before */
export async function insertDismissal(
  tx: Writer,
  org: OrganizationId,
  { conversationId, key, at }: { conversationId: string; key: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into speaker_name_dismissals (organization_id, conversation_id, key, dismissed_at)
    values (${org}, ${conversationId}, ${key}, ${at})
    on conflict do nothing returning key`.execute(tx)
  return rows.length > 0
}
