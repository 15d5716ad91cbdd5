/** All SQL of snippets. Every read checks that the conversation of the snippet is visible. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type TalkStrip, visibleTo } from '../../conversations/records/index.ts'
import type { Reference } from './schema.ts'

/** Visibility of the caller for conversations and libraries. */
export interface LibraryViewer {
  readonly visibility: Visibility
  readonly userId: string | undefined
}

export interface SnippetRow {
  id: string
  conversation_id: string
  conversation_title: string
  user_id: string
  title: string
  notes: string
  internal: boolean
  notify_views: boolean
  start_time: number
  end_time: number
  reference: Reference | null
  share_code: string
  expires_at: string | null
  view_count: number
  last_viewed_at: string | null
  questions_allowed: boolean
  in_library: boolean
  creator_name: string | null
  has_recording: boolean
  conversation_duration: number | null
  talk_strip: TalkStrip | null
  created_at: string
  updated_at: string
}

const joinConditions = (conditions: readonly RawBuilder<unknown>[]) =>
  sql`${sql.join([sql`true`, ...conditions], sql` and `)}`

/** Whether the conversation of a snippet `s` is visible. */
const isSeen = (org: OrganizationId, visibility: Visibility): RawBuilder<unknown> =>
  visibility === 'everything'
    ? sql`true`
    : sql`exists (
        select from conversations where organization_id = ${org} and id = s.conversation_id and ${visibleTo(visibility)})`

/** Library items of a snippet `s` that are visible to the caller. */
const visibleLibraryItems = (org: OrganizationId, { visibility, userId }: LibraryViewer) => sql`
  library_items i where i.organization_id = ${org} and i.snippet_id = s.id
    and ${visibility === 'everything' ? sql`true` : sql`(i.user_id is null or i.user_id = ${userId})`}`

/** Expiry of the link of a snippet `s`. An internal link never expires. */
export const linkExpiry = sql`case when not s.internal then s.expires_at end`

/** Whether the share page of a snippet `s` accepts questions. An internal link opens the app instead. */
export const takesQuestions = sql`(s.questions_allowed and not s.internal)`

const columns = (org: OrganizationId, viewer: LibraryViewer) => sql`
  s.id, s.conversation_id,
  (select title from conversations where organization_id = ${org} and id = s.conversation_id) as conversation_title,
  s.user_id, s.title, s.notes, s.internal, s.notify_views, s.start_time, s.end_time,
  ${linkExpiry} as expires_at, s.view_count, s.last_viewed_at, ${takesQuestions} as questions_allowed,
  (select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) from users u
   where u.organization_id = ${org} and u.id = s.user_id) as creator_name,
  exists (select from media_files f
          where f.organization_id = ${org} and f.conversation_id = s.conversation_id and f.state = 'kept') as has_recording,
  (select media_duration from conversations where organization_id = ${org} and id = s.conversation_id)
    as conversation_duration,
  (select d.statistics -> 'talkStrip' from conversation_details d
   where d.organization_id = ${org} and d.conversation_id = s.conversation_id) as talk_strip,
  s.reference, s.share_code, exists (select from ${visibleLibraryItems(org, viewer)}) as in_library, s.created_at, s.updated_at`

export interface SnippetFilters {
  readonly userId: string | undefined
  readonly conversationId: string | undefined
  readonly folderId: string | undefined
}

const order = newestFirst('snippets', 's')

/** One page of visible snippets, newest first. */
export function selectSnippets(
  db: Reader,
  org: OrganizationId,
  viewer: LibraryViewer,
  filters: SnippetFilters,
  window: ListWindow,
): Promise<{ rows: SnippetRow[]; meta: ListMeta }> {
  const wanted = [sql`s.organization_id = ${org}`, isSeen(org, viewer.visibility)]
  if (filters.userId !== undefined) wanted.push(sql`s.user_id = ${filters.userId}`)
  if (filters.conversationId !== undefined) wanted.push(sql`s.conversation_id = ${filters.conversationId}`)
  if (filters.folderId !== undefined) {
    wanted.push(sql`exists (select from ${visibleLibraryItems(org, viewer)} and i.folder_id = ${filters.folderId})`)
  }
  return selectListPage(db, window, {
    columns: columns(org, viewer),
    from: sql`snippets s`,
    where: joinConditions(wanted),
    order,
    updated: 's.updated_at',
  })
}

/** Visible snippets with these IDs, in no order. */
export async function selectSnippetsById(
  db: Reader | Writer,
  org: OrganizationId,
  viewer: LibraryViewer,
  ids: readonly string[],
): Promise<SnippetRow[]> {
  const { rows } = await sql<SnippetRow>`
    select ${columns(org, viewer)} from snippets s
    where s.organization_id = ${org} and s.id = any(${[...ids]}::uuid[]) and ${isSeen(org, viewer.visibility)}`.execute(
    db,
  )
  return rows
}

export interface SnippetState {
  conversation_id: string
  user_id: string
  internal: boolean
  start_time: number
  end_time: number
}

const snippetState = (org: OrganizationId, visibility: Visibility, id: string) => sql`
  select s.conversation_id, s.user_id, s.internal, s.start_time, s.end_time from snippets s
  where s.organization_id = ${org} and s.id = ${id} and ${isSeen(org, visibility)}`

/** The snippet; undefined if it isn't visible. */
export async function selectStanding(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<SnippetState | undefined> {
  const { rows } = await sql<SnippetState>`${snippetState(org, visibility, id)}`.execute(db)
  return rows[0]
}

/** Locks a visible snippet until the transaction ends. */
export async function lockSnippet(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<SnippetState | undefined> {
  const { rows } = await sql<SnippetState>`${snippetState(org, visibility, id)} for update of s`.execute(tx)
  return rows[0]
}

export interface NewSnippet {
  id: string
  conversationId: string
  userId: string
  title: string
  notes: string
  internal: boolean
  notifyViews: boolean
  expiresAt: Date | null
  questionsAllowed: boolean
  clip: { start: number; end: number }
  reference: { said: Reference; version: number } | undefined
  shareCode: string
  at: Date
}

export async function insertSnippet(tx: Writer, org: OrganizationId, s: NewSnippet): Promise<void> {
  await sql`
    insert into snippets (
      organization_id, id, conversation_id, user_id, title, notes, internal, notify_views, expires_at, questions_allowed,
      start_time, end_time, reference, reference_version, share_code, created_at, updated_at)
    values (
      ${org}, ${s.id}, ${s.conversationId}, ${s.userId}, ${s.title}, ${s.notes}, ${s.internal}, ${s.notifyViews},
      ${s.expiresAt}, ${s.questionsAllowed}, ${s.clip.start}, ${s.clip.end}, ${s.reference === undefined ? null : JSON.stringify(s.reference.said)}::jsonb,
      ${s.reference?.version ?? null}, ${s.shareCode}, ${s.at}, ${s.at})`.execute(tx)
}

export type SnippetChange = Partial<{
  title: string
  notes: string
  internal: boolean
  notify_views: boolean
  /** Ignored for an internal link, which never expires. */
  expires_at: Date | null
  /** Ignored for an internal link, whose page is in the app. */
  questions_allowed: boolean
  start_time: number
  end_time: number
}>

/**
 * Updates a snippet. Turning `notify_views` off and on again notifies the creator of the next view. An internal link loses
 * its expiry, and accepts no questions.
 */
export async function updateSnippet(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: SnippetChange,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('snippets')
    .set({
      ...change,
      ...(change.notify_views === true ? { notified_at: sql<null>`case when notify_views then notified_at end` } : {}),
      ...(change.internal === true ? { expires_at: null, questions_allowed: false } : {}),
      updated_at: at,
    })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function deleteSnippetRow(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await tx.deleteFrom('snippets').where('organization_id', '=', org).where('id', '=', id).execute()
}
