/** All SQL of rearrangements. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type Participant, visibleTo } from '../records/index.ts'
import type { Rearrangement } from './schema.ts'

/** Conversation with everything that a rearrangement needs. */
export interface RearrangedConversation {
  readonly id: string
  readonly title: string
  readonly owner_id: string
  readonly team_id: string | null
  readonly private: boolean
  readonly archived: boolean
  readonly language: string | null
  readonly opportunity_id: string | null
  readonly live_started_at: string | null
  readonly live_ended_at: string | null
  readonly media_duration: number | null
  readonly version: number | null
  readonly form: 'V1' | 'V2'
  /** Segments of the current transcript as they are stored. */
  readonly json: string
  readonly participants: readonly Participant[]
  readonly internal_participants: readonly Participant[]
  readonly labels: Readonly<Record<string, string>>
  readonly links: readonly { readonly code: string; readonly id: string }[]
  readonly has_recording: boolean
  readonly comments: number
  readonly clips: number
  readonly assignments: number
  readonly tasks: number
  readonly results: number
  readonly values: number
}

/** Size of the current transcript in bytes; null without one. Undefined if the conversation isn't visible. */
export async function selectTranscriptSize(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<{ readonly size: number | null } | undefined> {
  const { rows } = await sql<{ size: number | null }>`
    select octet_length(t.segments) as size
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    left join transcripts t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version`.execute(db)
  return rows[0]
}

/** @param reader user whose private comments count; null for an organization-level key */
export async function selectRearranged(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  reader: string | null,
): Promise<RearrangedConversation | undefined> {
  const { rows } = await sql<RearrangedConversation>`
    select c.id, c.title, c.owner_id, c.team_id, c.private, c.archived, c.language, c.opportunity_id,
           c.live_started_at, c.live_ended_at, c.media_duration, c.transcript_version as version,
           coalesce(t.form, 'V1') as form, coalesce(t.segments, '[]') as json, d.participants, d.internal_participants, d.labels,
           coalesce((
             select json_agg(json_build_object('code', l.code, 'id', l.record_id) order by l.position)
             from conversation_crm_links l
             where l.organization_id = ${org} and l.conversation_id = c.id), '[]') as links,
           c.media_url is not null or exists (
             select from media_files m where m.organization_id = ${org} and m.conversation_id = c.id
           ) as has_recording,
           (select count(*)::int from comments m
            where m.organization_id = ${org} and m.conversation_id = c.id
              and (not m.private or m.author_id = ${reader}::uuid)) as comments,
           (select count(*)::int from snippets s
            where s.organization_id = ${org} and s.conversation_id = c.id) as clips,
           (select count(*)::int from coaching_assignments a
            where a.organization_id = ${org} and a.conversation_id = c.id) as assignments,
           (select count(*)::int from tasks k
            where k.organization_id = ${org} and k.conversation_id = c.id) as tasks,
           (select count(*)::int from scorecard_results r
            where r.organization_id = ${org} and r.conversation_id = c.id and r.source = 'human') as results,
           (select count(*)::int from field_values v
            where v.organization_id = ${org} and v.conversation_id = c.id
              and v.state in ('confirmed', 'corrected')) as values
    from (select * from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join transcripts t
      on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version`.execute(db)
  return rows[0]
}

/** Updates the facts that follow from the lines. */
export async function updateExtent(
  tx: Writer,
  org: OrganizationId,
  id: string,
  extent: {
    readonly duration: number | null
    readonly endedAt: Date | string | null
    readonly opportunityId: string | null
  },
  at: Date,
): Promise<void> {
  await sql`
    update conversations
    set media_duration = ${extent.duration}, live_ended_at = ${extent.endedAt}, opportunity_id = ${extent.opportunityId},
        updated_at = ${at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export interface NewRearrangement {
  readonly id: string
  readonly kind: 'merge' | 'split'
  readonly conversationId: string
  readonly otherId: string
  readonly versionBefore: number
  readonly durationBefore: number | null
  readonly endedBefore: string | null
  readonly opportunityBefore: string | null
  readonly otherWasArchived: boolean
  readonly outside: { readonly before: number; readonly after: number }
  readonly inside: { readonly before: number; readonly after: number }
  readonly addedLinks: readonly number[]
  readonly addedLabels: readonly string[]
  readonly by: string | null
  readonly at: Date
}

export async function insertRearrangement(tx: Writer, org: OrganizationId, r: NewRearrangement): Promise<void> {
  await sql`
    insert into conversation_rearrangements (
      organization_id, id, kind, conversation_id, other_id, version_before, version_after, duration_before, ended_before,
      opportunity_before, other_was_archived, outside_before, outside_after, inside_before, inside_after, added_links,
      added_labels, created_by, created_at)
    values (
      ${org}, ${r.id}, ${r.kind}, ${r.conversationId}, ${r.otherId}, ${r.versionBefore}, ${r.versionBefore + 1},
      ${r.durationBefore}, ${r.endedBefore}, ${r.opportunityBefore}, ${r.otherWasArchived}, ${r.outside.before},
      ${r.outside.after}, ${r.inside.before}, ${r.inside.after}, ${[...r.addedLinks]}::integer[],
      ${[...r.addedLabels]}::text[], ${r.by}, ${r.at})`.execute(tx)
}

/** Whether a conversation was merged into another one, and that wasn't undone. */
export async function isMerged(db: Reader | Writer, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_rearrangements
    where organization_id = ${org} and other_id = ${id} and kind = 'merge' and undone_at is null limit 1`.execute(db)
  return rows.length > 0
}

export interface RearrangementRow {
  readonly id: string
  readonly kind: 'merge' | 'split'
  readonly conversation_id: string
  readonly other_id: string
  readonly conversation_title: string
  readonly other_title: string
  readonly version_after: number
  readonly created_at: string
  readonly undone_at: string | null
}

/** Rearrangements of a conversation whose other conversation is visible too, newest first. */
export async function selectRearrangements(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  limit: number,
): Promise<RearrangementRow[]> {
  const visible = sql`select id, title from conversations where organization_id = ${org} and ${visibleTo(visibility)}`
  const { rows } = await sql<RearrangementRow>`
    select r.id, r.kind, r.conversation_id, r.other_id, a.title as conversation_title, b.title as other_title,
           r.version_after, r.created_at, r.undone_at
    from conversation_rearrangements r
    join (${visible}) a on a.id = r.conversation_id
    join (${visible}) b on b.id = r.other_id
    where r.organization_id = ${org} and (r.conversation_id = ${id} or r.other_id = ${id})
    order by r.created_at desc, r.id desc limit ${limit}`.execute(db)
  return rows
}

/** Locks a rearrangement of a conversation. */
export async function lockRearrangement(
  tx: Writer,
  org: OrganizationId,
  { id, conversationId }: { readonly id: string; readonly conversationId: string },
): Promise<Rearrangement | undefined> {
  const { rows } = await sql<Rearrangement>`
    select * from conversation_rearrangements
    where organization_id = ${org} and id = ${id} and (conversation_id = ${conversationId} or other_id = ${conversationId})
    for update`.execute(tx)
  return rows[0]
}

/** The same without a lock, to find the conversations to lock first. */
export async function selectPair(
  db: Reader | Writer,
  org: OrganizationId,
  { id, conversationId }: { readonly id: string; readonly conversationId: string },
): Promise<{ readonly conversation_id: string; readonly other_id: string } | undefined> {
  const { rows } = await sql<{ conversation_id: string; other_id: string }>`
    select conversation_id, other_id from conversation_rearrangements
    where organization_id = ${org} and id = ${id}
      and (conversation_id = ${conversationId} or other_id = ${conversationId})`.execute(db)
  return rows[0]
}

export async function markUndone(
  tx: Writer,
  org: OrganizationId,
  id: string,
  undone: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  await sql`
    update conversation_rearrangements set undone_by = ${undone.by}, undone_at = ${undone.at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Form of a version of the transcript. */
export async function selectForm(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  version: number,
): Promise<'V1' | 'V2'> {
  const { rows } = await sql<{ form: 'V1' | 'V2' }>`
    select form from transcripts
    where organization_id = ${org} and conversation_id = ${id} and version = ${version}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The version before the merge or split is missing.')
  return row.form
}

/** Whether two versions of a transcript have the same lines. */
export async function areSameLines(
  db: Reader | Writer,
  org: OrganizationId,
  id: string,
  version: number,
  other: number,
): Promise<boolean> {
  if (version === other) return true
  const { rows } = await sql`
    select from transcripts a
    join transcripts b on b.organization_id = ${org} and b.conversation_id = a.conversation_id and b.version = ${other}
    where a.organization_id = ${org} and a.conversation_id = ${id} and a.version = ${version}
      and a.form = b.form and a.segments = b.segments`.execute(db)
  return rows.length > 0
}
