/** SQL that reads comments. Every query contains `shownTo`. */
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader, Tables, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type UserAccess, usersByAccess, visibleTo } from '../../conversations/records/index.ts'
import type { Reaction } from './schema.ts'

/** Person who reads comments. Organization-level keys see all comments that aren't private. */
export interface CommentViewer {
  readonly visibility: Visibility
  readonly userId: string | undefined
}

export type CommentRow = Omit<Selectable<Tables['comments']>, 'organization_id'> & {
  author_name: string
  resolver_name: string | null
  mentioned: { id: string; name: string }[]
  reactions: { reaction: Reaction; count: number; mine: boolean }[]
}

/** Full name of a user, or else the email address. */
export const nameIn = (table: string): RawBuilder<unknown> =>
  sql`coalesce(nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), ''), ${sql.ref(`${table}.email`)})`

/**
 * Condition on comments `m`: their conversation is visible, and private ones are the viewer's own. Whoever reads words of a
 * comment uses it.
 */
export const shownTo = (org: OrganizationId, { visibility, userId }: CommentViewer): RawBuilder<unknown> => sql`
  m.organization_id = ${org} and (not m.private or m.author_id = ${userId ?? null})
  and exists (
    select from conversations
    where organization_id = ${org} and id = m.conversation_id and ${visibleTo(visibility)})`

/** Time of the last change of a comment, and of its replies if it is the first of a thread. */
const UPDATED = `greatest(m.updated_at, (
  select max(r.updated_at) from comments r where r.organization_id = m.organization_id and r.thread_id = m.id))`

const columns = (org: OrganizationId, { userId }: CommentViewer) => sql`
  m.id, m.conversation_id, m.thread_id, m.author_id, m.private, m.body, m.start_time, m.end_time, m.transcript_version,
  m.first_segment, m.first_offset, m.last_segment, m.last_offset, m.quote, m.speaker, m.created_at, m.edited_at,
  m.resolved_at, m.resolved_by,
  ${sql.raw(UPDATED)} as updated_at,
  (select ${nameIn('u')} from users u where u.organization_id = ${org} and u.id = m.author_id) as author_name,
  (select ${nameIn('u')} from users u where u.organization_id = ${org} and u.id = m.resolved_by) as resolver_name,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameIn('u')}))
    from comment_mentions p join users u on u.organization_id = ${org} and u.id = p.user_id
    where p.organization_id = ${org} and p.comment_id = m.id), '[]') as mentioned,
  coalesce((
    select jsonb_agg(jsonb_build_object('reaction', r.reaction, 'count', r.n, 'mine', r.mine) order by r.first_at, r.reaction)
    from (
      select reaction, count(*)::int as n, bool_or(user_id = ${userId ?? null}) is true as mine, min(created_at) as first_at
      from comment_reactions where organization_id = ${org} and comment_id = m.id group by reaction) r), '[]') as reactions`

export type ThreadFilter = 'open' | 'resolved' | 'all'

const threadOrder = defineOrder(
  'comments',
  ascending('m.start_time', 'number', 'first'),
  ascending('m.first_segment', 'integer', 'first'),
  ascending('m.id', 'uuid'),
)

const STATES: Readonly<Record<ThreadFilter, RawBuilder<unknown>>> = {
  open: sql`m.resolved_at is null`,
  resolved: sql`m.resolved_at is not null`,
  all: sql`true`,
}

export const selectThreads = (
  db: Reader,
  org: OrganizationId,
  viewer: CommentViewer,
  conversationId: string,
  filter: ThreadFilter,
  window: ListWindow,
): Promise<{ rows: CommentRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: columns(org, viewer),
    from: sql`comments m`,
    where: sql`
      ${shownTo(org, viewer)} and m.conversation_id = ${conversationId} and m.thread_id = m.id and ${STATES[filter]}`,
    order: threadOrder,
    updated: UPDATED,
  })

export async function selectReplies(
  db: Reader,
  org: OrganizationId,
  viewer: CommentViewer,
  threadIds: readonly string[],
): Promise<CommentRow[]> {
  if (threadIds.length === 0) return []
  const { rows } = await sql<CommentRow>`
    select ${columns(org, viewer)} from comments m
    where ${shownTo(org, viewer)} and m.thread_id = any(${[...threadIds]}::uuid[]) and m.id <> m.thread_id
    order by m.id`.execute(db)
  return rows
}

export async function selectComment(
  db: Reader,
  org: OrganizationId,
  viewer: CommentViewer,
  id: string,
): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${columns(org, viewer)} from comments m where ${shownTo(org, viewer)} and m.id = ${id}`.execute(db)
  return rows[0]
}

/** Active users whose name or address may be in a text, or whose ID is, with their access to the conversation. */
export async function selectMentionable(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  text: string,
  ids: readonly string[],
): Promise<UserAccess[]> {
  const { rows } = await sql<UserAccess>`
    select p.* from (${usersByAccess(org, conversationId)}) p
    where p.id = any(${[...ids]}::uuid[])
      or strpos(lower(${text}), '@' || lower(p.email)) > 0
      or (trim(p.first_name || ' ' || p.last_name) <> ''
        and strpos(lower(${text}), '@' || lower(trim(p.first_name || ' ' || p.last_name))) > 0)`.execute(tx)
  return rows
}

const viewerOrder = defineOrder(
  'conversation viewers',
  ascending('lower(p.first_name)', 'text'),
  ascending('lower(p.last_name)', 'text'),
  ascending('lower(p.email)', 'text'),
  ascending('p.id', 'uuid'),
)

/** Active users with access to a conversation, by name. */
export function selectViewers(
  db: Reader,
  org: OrganizationId,
  conversationId: string,
  query: string,
  window: ListWindow,
): Promise<{ rows: UserAccess[]; meta: ListMeta }> {
  const pattern = `%${query.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
  return selectListPage(db, window, {
    columns: sql`p.*`,
    from: sql`(${usersByAccess(org, conversationId)}) p`,
    where: sql`p.can_see and lower(p.first_name || ' ' || p.last_name || ' ' || p.email) like ${pattern}`,
    order: viewerOrder,
  })
}
