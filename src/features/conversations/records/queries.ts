/** SQL that writes conversations, and reads what writes need. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import type { Participants } from './model.ts'
import { copyTexts, type StagedText } from './queries-staged.ts'
import { visibleTo } from './queries-visibility.ts'
import type { ScorecardResult, TranscriptStatus } from './schema.ts'
import { insertRedaction, type Redaction } from './transcript/queries-redactions.ts'

export interface NewTranscript {
  form: 'V1' | 'V2'
  sourceFormat: string
  /** JSON text of the segments, and plain text, as responses contain them. Long ones are staged before. */
  segments: string | StagedText
  plain: string | StagedText
  segmentCount: number
  wordCount: number
  /** Redacted spans and their counts. Undefined if redaction was off. */
  redaction?: Redaction | undefined
}

export interface NewConversation {
  id: string
  title: string
  titleFolded: string
  at: Date
  liveStartedAt: Date | null
  liveEndedAt: Date | null
  mediaDuration: number | null
  ownerId: string
  teamId: string | null
  archived: boolean
  private: boolean
  isEmpty: boolean
  transcriptStatus: TranscriptStatus
  language: string | null
  application: string | null
  externalId: string | null
  opportunityId: string | null
  mediaUrl: string | null
  mediaHash: string | null
  /** SHA-256 of the transcript file. Null if the transcript didn't come as a file. */
  transcriptFileHash: string | null
  participants: Participants
  labels: Readonly<Record<string, string>>
  summary: string | null
  meetingPlatformMetadata: unknown
  importMetadata: unknown
  crmLinks: readonly { code: string; id: string }[]
  transcript: NewTranscript | undefined
}

/**
 * Stores a conversation with all imported data.
 * @returns false if its ID, or its application and external ID, already exist. Then nothing is stored
 */
export async function insertConversation(tx: Writer, org: OrganizationId, c: NewConversation): Promise<boolean> {
  const { rows } = await sql`
    insert into conversations (
      organization_id, id, title, title_folded, created_at, updated_at, live_started_at, live_ended_at, media_duration,
      owner_id, team_id, archived, private, is_internal, is_empty, transcript_status, transcript_version, language,
      application, external_id, opportunity_id, media_url)
    values (
      ${org}, ${c.id}, ${c.title}, ${c.titleFolded}, ${c.at}, ${c.at}, ${c.liveStartedAt}, ${c.liveEndedAt},
      ${c.mediaDuration}, ${c.ownerId}, ${c.teamId}, ${c.archived}, ${c.private}, ${c.participants.isInternal},
      ${c.isEmpty}, ${c.transcriptStatus}, ${c.transcript === undefined ? null : 1}, ${c.language}, ${c.application},
      ${c.externalId}, ${c.opportunityId}, ${c.mediaUrl})
    on conflict do nothing
    returning id`.execute(tx)
  if (rows.length === 0) return false
  await Promise.all([
    sql`
      insert into conversation_details (
        organization_id, conversation_id, participants, internal_participants, labels, summary,
        meeting_platform_metadata, import_metadata, media_hash, transcript_file_hash)
      values (
        ${org}, ${c.id}, ${JSON.stringify(c.participants.outside)}, ${JSON.stringify(c.participants.inside)},
        ${JSON.stringify(c.labels)}, ${c.summary}, ${jsonOrNull(c.meetingPlatformMetadata)},
        ${jsonOrNull(c.importMetadata)}, ${c.mediaHash}, ${c.transcriptFileHash})`.execute(tx),
    c.participants.emails.length === 0
      ? undefined
      : sql`
          insert into conversation_participants (organization_id, email, conversation_id)
          select ${org}, email, ${c.id} from unnest(${[...c.participants.emails]}::text[]) as email`.execute(tx),
    c.crmLinks.length === 0 ? undefined : insertCrmLinks(tx, org, c.id, c.crmLinks),
    c.transcript === undefined ? undefined : insertTranscript(tx, org, c.id, 1, c.transcript, { by: null, at: c.at }),
  ])
  return true
}

const jsonOrNull = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))

async function insertCrmLinks(
  tx: Writer,
  org: OrganizationId,
  id: string,
  links: readonly { code: string; id: string }[],
): Promise<void> {
  await sql`
    insert into conversation_crm_links (organization_id, conversation_id, position, code, record_id)
    select ${org}, ${id}, position, code, record_id
    from unnest(${links.map((link) => link.code)}::text[], ${links.map((link) => link.id)}::text[])
      with ordinality as l (code, record_id, position)
    on conflict do nothing`.execute(tx)
}

async function insertTranscript(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
  transcript: NewTranscript,
  written: { by: string | null; at: Date },
): Promise<void> {
  const { values, from } = copyTexts(org, [transcript.segments, transcript.plain])
  const row = sql`
    ${org}::uuid, ${id}::uuid, ${version}::int, ${transcript.form}::text, ${transcript.sourceFormat}::text,
    ${sql.join(values)}, ${transcript.segmentCount}::int, ${transcript.wordCount}::int, ${written.by}::uuid,
    ${written.at}::timestamptz`
  const { rows } = await sql`
    insert into transcripts (
      organization_id, conversation_id, version, form, source_format, segments, plain, segment_count, word_count,
      created_by, created_at)
    ${from === undefined ? sql`values (${row})` : sql`select ${row} ${from}`}
    returning version`.execute(tx)
  if (rows.length !== 1) throw new Error('The staged texts of a transcript no longer exist.')
  const { redaction } = transcript
  if (redaction !== undefined && redaction.spans.length > 0) {
    await insertRedaction(tx, org, id, version, redaction, written.at)
  }
}

export async function selectIdBySource(
  db: Reader,
  org: OrganizationId,
  source: { application: string; externalId: string } | { id: string },
): Promise<string | undefined> {
  const which =
    'id' in source
      ? sql`id = ${source.id}`
      : sql`external_id = ${source.externalId} and application = ${source.application}`
  const { rows } = await sql<{ id: string }>`
    select id from conversations where organization_id = ${org} and ${which}`.execute(db)
  return rows[0]?.id
}

export interface LockedConversation {
  owner_id: string
  team_id: string | null
  opportunity_id: string | null
  transcript_version: number | null
  title: string
  private: boolean
  archived: boolean
  live_started_at: string | null
}

/** Locks a visible conversation until the transaction ends, and returns what changes need. Undefined if it's hidden. */
export async function lockVisible(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<LockedConversation | undefined> {
  const { rows } = await sql<LockedConversation>`
    select owner_id, team_id, opportunity_id, transcript_version, title, private, archived, live_started_at
    from conversations
    where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}
    for update`.execute(tx)
  return rows[0]
}

/** Returns the owner of a conversation without a lock. Undefined if it's hidden. */
export async function selectVisibleOwner(
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<Pick<LockedConversation, 'owner_id'> | undefined> {
  const { rows } = await sql<Pick<LockedConversation, 'owner_id'>>`
    select owner_id from conversations
    where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}`.execute(db)
  return rows[0]
}

type ConversationPatch = Partial<{
  title: string
  title_folded: string
  private: boolean
  archived: boolean
  team_id: string | null
  owner_id: string
  live_started_at: Date | null
  live_ended_at: Date | null
  opportunity_id: string | null
}>

/** Changes columns of a conversation. If all of them stay, `updated_at` stays too, and there is no change in the feed. */
export async function updateConversation(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: ConversationPatch,
  at: Date,
): Promise<void> {
  const columns = Object.keys(change) as (keyof ConversationPatch)[]
  await tx
    .updateTable('conversations')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .where(({ or }) => or(columns.map((column) => sql<boolean>`${sql.ref(column)} is distinct from ${change[column]}`)))
    .execute()
}

/** Sets the time of the last change, after a change of other tables. */
export async function touchConversation(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`update conversations set updated_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Duration of a conversation in seconds. Null if unknown. */
export async function selectDuration(db: Reader, org: OrganizationId, id: string): Promise<number | null> {
  const { rows } = await sql<{ media_duration: number | null }>`
    select media_duration from conversations where organization_id = ${org} and id = ${id}`.execute(db)
  return rows[0]?.media_duration ?? null
}

/** Replaces all participants of a locked conversation. */
export async function replaceParticipants(
  tx: Writer,
  org: OrganizationId,
  id: string,
  { outside, inside, emails, isInternal }: Participants,
  at: Date,
): Promise<{ readonly isChanged: boolean }> {
  await sql`
    delete from conversation_participants where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
  if (emails.length > 0) {
    await sql`
      insert into conversation_participants (organization_id, email, conversation_id)
      select ${org}, email, ${id} from unnest(${[...emails]}::text[]) as email`.execute(tx)
  }
  const { rows: compared } = await sql<{ changed: boolean }>`
    with before as (
      select participants, internal_participants from conversation_details
      where organization_id = ${org} and conversation_id = ${id})
    update conversation_details d
    set participants = ${JSON.stringify(outside)}, internal_participants = ${JSON.stringify(inside)}
    from before b
    where d.organization_id = ${org} and d.conversation_id = ${id}
    returning (b.participants, b.internal_participants) is distinct from (d.participants, d.internal_participants)
      as changed`.execute(tx)
  const isChanged = compared[0]?.changed ?? false
  await sql`
    update conversations set is_internal = ${isInternal}, updated_at = ${at}
    where organization_id = ${org} and id = ${id}
      and (${isChanged} or is_internal is distinct from ${isInternal})`.execute(tx)
  return { isChanged }
}

/** Case-folded email addresses of the participants, in order. */
export async function selectParticipantEmails(db: Reader | Writer, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from conversation_participants
    where organization_id = ${org} and conversation_id = ${id} order by email`.execute(db)
  return rows.map(({ email }) => email)
}

/** Returns the labels of a locked conversation before a change. */
export async function selectLabels(db: Reader, org: OrganizationId, id: string): Promise<Record<string, string>> {
  const { rows } = await sql<{ labels: Record<string, string> }>`
    select labels from conversation_details where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  return rows[0]?.labels ?? {}
}

export async function updateLabels(
  tx: Writer,
  org: OrganizationId,
  id: string,
  labels: Readonly<Record<string, string>>,
): Promise<void> {
  await tx
    .updateTable('conversation_details')
    .set({ labels: JSON.stringify(labels) })
    .where('organization_id', '=', org)
    .where('conversation_id', '=', id)
    .execute()
}

/** Replaces the scorecard results in the conversation record. */
export async function updateScorecardResults(
  tx: Writer,
  org: OrganizationId,
  id: string,
  results: readonly ScorecardResult[],
  at: Date,
): Promise<void> {
  await sql`
    update conversation_details set scorecard_results = ${JSON.stringify(results)}
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
  await touchConversation(tx, org, id, at)
}

/** Replaces all CRM links. Duplicate links are stored once. @returns whether a link was added or removed */
export async function replaceCrmLinks(
  tx: Writer,
  org: OrganizationId,
  id: string,
  links: readonly { code: string; id: string }[],
): Promise<boolean> {
  const { rows } = await sql<{ code: string; id: string }>`
    delete from conversation_crm_links where organization_id = ${org} and conversation_id = ${id}
    returning code, record_id as id`.execute(tx)
  if (links.length > 0) await insertCrmLinks(tx, org, id, links)
  const toKeys = (some: readonly { code: string; id: string }[]) =>
    new Set(some.map((link) => JSON.stringify([link.code, link.id])))
  return toKeys(rows).symmetricDifference(toKeys(links)).size > 0
}

/**
 * Sets the summary in the conversation record, unless the import provided one. The summary belongs to a transcript
 * version.
 */
export async function fillSummary(
  tx: Writer,
  org: OrganizationId,
  id: string,
  summary: { text: string; version: number },
  at: Date,
): Promise<void> {
  const { rows } = await sql`
    update conversation_details set summary = ${summary.text}, summary_version = ${summary.version}
    where organization_id = ${org} and conversation_id = ${id} and (summary is null or summary_version is not null)
    returning conversation_id`.execute(tx)
  if (rows.length > 0) await touchConversation(tx, org, id, at)
}

/**
 * Adds a transcript version and makes it the current one. Earlier versions are kept. The analysis status is reset, and
 * statistics and summary of earlier versions are removed.
 */
export async function appendTranscript(
  tx: Writer,
  org: OrganizationId,
  id: string,
  version: number,
  transcript: NewTranscript,
  written: { by: string | null; at: Date },
  isEmpty: boolean,
): Promise<void> {
  await insertTranscript(tx, org, id, version, transcript, written)
  await sql`
    update conversations
    set transcript_version = ${version}, transcript_status = 'completed', processing_status = 'pending',
        is_empty = ${isEmpty}, updated_at = ${written.at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
  await sql`
    update conversation_details
    set statistics = null, summary = case when summary_version is null then summary end, summary_version = null
    where organization_id = ${org} and conversation_id = ${id}`.execute(tx)
}

/** Deletes the conversation and, by cascade, all derived data in the database. */
export async function removeConversation(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await tx.deleteFrom('conversations').where('organization_id', '=', org).where('id', '=', id).execute()
}

/** Returns the current transcript with its form, for exports. */
export async function selectCurrentTranscript(db: Reader, org: OrganizationId, id: string) {
  const { rows } = await sql<{ form: 'V1' | 'V2'; segments: string; updated_at: string }>`
    select t.form, t.segments, c.updated_at
    from conversations c
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id and t.version = c.transcript_version
    where c.organization_id = ${org} and c.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns IDs of conversations with a transcript after a given ID, in order. */
export async function selectTranscribedIds(
  db: Reader,
  org: OrganizationId,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const behind = after === undefined ? sql`true` : sql`id > ${after}`
  const { rows } = await sql<{ id: string }>`
    select id from conversations
    where organization_id = ${org} and has_transcript and ${behind} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
