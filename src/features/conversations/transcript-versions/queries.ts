/** All SQL of transcript versions. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type Participant, visibleTo } from '../records/index.ts'

/**
 * Why a version can't be restored. `redacted`: words were removed after another version replaced it. `rearranged`: a merge
 * or split moved lines since then, or between it and its undo. `unavailable`: it has lines of a conversation that the
 * caller can't see, so that the caller can't read it either.
 */
export type Restriction = 'redacted' | 'rearranged' | 'unavailable'

export interface VersionRow {
  version: number
  form: 'V1' | 'V2'
  source_format: string
  segment_count: number
  word_count: number
  created_by: string | null
  created_at: string
  restriction: Restriction | null
}

const versionOrder = defineOrder('transcript versions', descending('t.version', 'integer'))

/** A condition on rearrangement `r`: version `t` has other lines than its conversation without the merge or split. */
const isAcross = sql`(
  (r.undone_at is null and t.version <= r.version_before)
  or (r.undone_at is not null and t.version >= r.version_after and t.created_at < r.undone_at))`

/**
 * Rearrangements `r` of version `t`, after which it has lines of the other conversation: until a split, and between a merge
 * and its undo. Lines can have moved on from there by further splits.
 */
const hasHiddenLines = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`false`
    : sql`exists (
        with recursive moved as (
          select r.other_id as id from conversation_rearrangements r
          where r.organization_id = ${org} and r.conversation_id = t.conversation_id and ${isAcross}
            and (r.kind = 'split') = (r.undone_at is null)
          union
          select s.other_id from moved m
          join conversation_rearrangements s on s.organization_id = ${org} and s.conversation_id = m.id
            and s.kind = 'split' and s.undone_at is null)
        select from moved
        where not exists (
          select from conversations
          where organization_id = ${org} and id = moved.id and ${visibleTo(visibility)}))`

const restriction = (org: OrganizationId, visibility: Visibility): RawBuilder<Restriction | null> => sql`
  case
    when ${hasHiddenLines(org, visibility)} then 'unavailable'
    when exists (
      select from conversation_rearrangements r
      where r.organization_id = ${org} and r.conversation_id = t.conversation_id and ${isAcross}) then 'rearranged'
    when exists (
      select from transcript_redactions d
      join transcripts n on n.organization_id = ${org} and n.conversation_id = d.conversation_id and n.version > d.version
      where d.organization_id = ${org} and d.conversation_id = t.conversation_id and d.version = t.version
        and n.created_at < d.made_at) then 'redacted'
  end`

/** Returns a page of transcript versions, newest first. */
export const selectVersions = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  window: ListWindow,
): Promise<{ rows: VersionRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: sql`t.version, t.form, t.source_format, t.segment_count, t.word_count, t.created_by, t.created_at,
      ${restriction(org, visibility)} as restriction`,
    from: sql`transcripts t`,
    where: sql`t.organization_id = ${org} and t.conversation_id = ${id}`,
    order: versionOrder,
  })

/** A version without its text. */
export interface VersionState {
  readonly version: number
  readonly form: 'V1' | 'V2'
  readonly restriction: Restriction | null
  /** ID of the transaction that wrote the row. A redaction changes it. */
  readonly writtenBy: string
  /** Version before it. Null for the first one. */
  readonly previous: number | null
  /** Current version of the conversation. */
  readonly current: number
}

/** @returns undefined if the conversation isn't visible or doesn't have the version */
export async function selectVersionState(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
  version: number,
): Promise<VersionState | undefined> {
  const { rows } = await sql<VersionState>`
    select t.version, t.form, t.xmin::text as "writtenBy", c.transcript_version as current,
      (select max(p.version) from transcripts p
       where p.organization_id = ${org} and p.conversation_id = t.conversation_id and p.version < t.version) as previous,
      ${restriction(org, visibility)} as restriction
    from (select id, transcript_version from conversations
          where organization_id = ${org} and id = ${id} and ${visibleTo(visibility)}) c
    join transcripts t on t.organization_id = ${org} and t.conversation_id = c.id and t.version = ${version}`.execute(
    db,
  )
  return rows[0]
}

/** Participants as values for `recognizeSpeakers`, with the side of each. */
export type RestoredPeople = { name?: string; email?: string; internal: boolean }[]

export async function selectSidedPeople(db: Reader | Writer, org: OrganizationId, id: string): Promise<RestoredPeople> {
  const { rows } = await sql<{ participants: Participant[]; internal_participants: Participant[] }>`
    select participants, internal_participants from conversation_details
    where organization_id = ${org} and conversation_id = ${id}`.execute(db)
  const toPeople = (people: readonly Participant[], internal: boolean) =>
    people.map(({ name, email }) => ({
      ...(name === null ? {} : { name }),
      ...(email === null ? {} : { email }),
      internal,
    }))
  return rows.flatMap((row) => [...toPeople(row.participants, false), ...toPeople(row.internal_participants, true)])
}
