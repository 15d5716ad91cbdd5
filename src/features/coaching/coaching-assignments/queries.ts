/** SQL of coaching assignments. Every query that returns words contains `shownTo`. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, descending } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { nameIn } from '../../collaboration/comments/index.ts'
import { firstVisibleClip, type UserAccess, usersByAccess, visibleTo } from '../../conversations/records/index.ts'
import type { CoachingStatus } from './schema.ts'

/** Reader of assignments. */
export interface CoachingViewer {
  readonly visibility: Visibility
  readonly userId: string | undefined
  /** Whether the reader also sees the assignments of other people. */
  readonly seesOthers: boolean
  /** Whether the reader sees the personal library folders of other people. */
  readonly seesAllFolders: boolean
}

export interface CoachingRow {
  id: string
  /** Call of the assignment. For a folder whose first call is hidden, the call of the first clip that the reader sees. */
  conversation_id: string
  /** Call that the assignment is stored with. The reader sees it only if it is `conversation_id`. */
  anchor_id: string
  conversation_title: string
  snippet_id: string | null
  snippet_title: string | null
  /** Null if the reader can't see the folder. */
  folder_id: string | null
  folder_name: string | null
  start_time: number | null
  end_time: number | null
  question: string
  assignee_id: string
  assignee_name: string
  assigner_id: string
  assigner_name: string
  due_on: string | null
  answer: string | null
  /** Whether it has an answer, also one in a comment that the reader can't see. */
  answered: boolean
  comment_id: string | null
  comment_thread_id: string | null
  comment_body: string | null
  mentioned: { id: string; name: string }[]
  answered_at: string | null
  done_at: string | null
  created_at: string
  updated_at: string
}

/** Condition on assignments `a`: the reader sees their conversation. */
const isAnchorSeen = (org: OrganizationId, { visibility }: CoachingViewer): RawBuilder<unknown> => sql`
  exists (
    select from conversations
    where organization_id = ${org} and id = a.conversation_id and ${visibleTo(visibility)})`

/**
 * Condition on assignments `a`, joined by `joined`: the reader sees the conversation, or another clip of the folder, and takes
 * part or sees those of others.
 */
const shownTo = (org: OrganizationId, viewer: CoachingViewer): RawBuilder<unknown> => {
  const { userId, seesOthers } = viewer
  return sql`
    a.organization_id = ${org}
    and ${seesOthers ? sql`true` : sql`(a.assignee_id = ${userId ?? null} or a.assigner_id = ${userId ?? null})`}
    and (other.id is not null or ${isAnchorSeen(org, viewer)})`
}

/** Whether the assignment has an answer that can be read. A deleted comment with replies keeps its row without text. */
const isAnswered = (org: OrganizationId) => sql`
  (a.answer is not null or exists (
    select from comments where organization_id = ${org} and id = a.answer_comment_id and body is not null))`

const inStatus = (org: OrganizationId, status: CoachingStatus): RawBuilder<unknown> => {
  if (status === 'done') return sql`a.done_at is not null`
  return status === 'answered'
    ? sql`(a.done_at is null and ${isAnswered(org)})`
    : sql`(a.done_at is null and not ${isAnswered(org)})`
}

export interface CoachingFilters {
  readonly assigneeId?: string | undefined
  readonly assignerId?: string | undefined
  readonly conversationId?: string | undefined
  readonly statuses?: readonly CoachingStatus[] | undefined
}

function selected(org: OrganizationId, viewer: CoachingViewer, filters: CoachingFilters): RawBuilder<unknown> {
  const { assigneeId, assignerId, conversationId, statuses } = filters
  return sql`
    ${shownTo(org, viewer)}
    ${assigneeId === undefined ? sql`` : sql`and a.assignee_id = ${assigneeId}`}
    ${assignerId === undefined ? sql`` : sql`and a.assigner_id = ${assignerId}`}
    ${conversationId === undefined ? sql`` : sql`and a.conversation_id = ${conversationId}`}
    ${
      statuses === undefined
        ? sql``
        : sql`and (${sql.join(
            statuses.map((one) => inStatus(org, one)),
            sql` or `,
          )})`
    }`
}

const userName = (org: OrganizationId, column: 'a.assignee_id' | 'a.assigner_id') =>
  sql`(select ${nameIn('u')} from users u where u.organization_id = ${org} and u.id = ${sql.ref(column)})`

/** Value of the first clip that the reader sees, if the call of the assignment is hidden. */
const shownValue = (column: string, stored: string): RawBuilder<unknown> => sql`
  case when other.id is null then ${sql.ref(stored)} else ${sql.ref(`other.${column}`)} end`

const columns = (org: OrganizationId) => sql`
  a.id, ${shownValue('conversation_id', 'a.conversation_id')} as conversation_id, a.conversation_id as anchor_id,
  c.title as conversation_title, ${shownValue('id', 'a.snippet_id')} as snippet_id,
  ${shownValue('title', 's.title')} as snippet_title, f.id as folder_id, f.name as folder_name,
  ${isAnswered(org)} as answered,
  ${shownValue('start_time', 'a.start_time')} as start_time, ${shownValue('end_time', 'a.end_time')} as end_time,
  a.question, a.assignee_id, a.assigner_id, a.due_on::text as due_on, a.answer,
  m.id as comment_id, m.thread_id as comment_thread_id, m.body as comment_body,
  a.answered_at, a.done_at, a.created_at, a.updated_at,
  ${userName(org, 'a.assignee_id')} as assignee_name, ${userName(org, 'a.assigner_id')} as assigner_name,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameIn('u')}))
    from comment_mentions p join users u on u.organization_id = ${org} and u.id = p.user_id
    where p.organization_id = ${org} and p.comment_id = m.id), '[]') as mentioned`

/** Assignments with their folder, and with `other`, the first clip that the reader sees if their call is hidden. */
function joined(org: OrganizationId, viewer: CoachingViewer): RawBuilder<unknown> {
  const { userId, visibility, seesAllFolders } = viewer
  const other = sql`
    select first.* from (${firstVisibleClip(org, visibility, 'f')}) first
    where f.id is not null and not ${isAnchorSeen(org, viewer)}`
  return sql`
    coaching_assignments a
    left join library_folders f on f.organization_id = ${org} and f.id = a.folder_id
      and (${seesAllFolders}::boolean or f.user_id is null or f.user_id = ${userId ?? null})
    left join lateral (${other}) other on true
    left join conversations c on c.organization_id = ${org} and c.id = coalesce(other.conversation_id, a.conversation_id)
    left join snippets s on s.organization_id = ${org} and s.id = a.snippet_id and other.id is null
    left join comments m on m.organization_id = ${org} and m.id = a.answer_comment_id and m.body is not null
      and other.id is null`
}

const order = defineOrder(
  'coaching assignments',
  descending('a.done_at', 'time', 'first'),
  ascending('a.due_on', 'date', 'last'),
  descending('a.id', 'uuid'),
)

/** Assignments that aren't done first, those that are due first before the others. */
export const selectAssignments = (
  db: Reader,
  org: OrganizationId,
  viewer: CoachingViewer,
  filters: CoachingFilters,
  window: ListWindow,
) =>
  selectListPage<CoachingRow>(db, window, {
    columns: columns(org),
    from: joined(org, viewer),
    where: selected(org, viewer, filters),
    order,
    updated: 'a.updated_at',
  })

export async function selectAssignment(
  db: Reader | Writer,
  org: OrganizationId,
  viewer: CoachingViewer,
  id: string,
): Promise<CoachingRow | undefined> {
  const { rows } = await sql<CoachingRow>`
    select ${columns(org)} from ${joined(org, viewer)} where ${shownTo(org, viewer)} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** A user with access to a conversation. Undefined for unknown and deactivated users. */
export async function selectAccess(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  userId: string,
): Promise<UserAccess | undefined> {
  const { rows } = await sql<UserAccess>`
    select p.* from (${usersByAccess(org, conversationId)}) p where p.id = ${userId}`.execute(tx)
  return rows[0]
}

export interface AssignedClip {
  conversation_id: string
  start_time: number
  end_time: number
}

/** Locks a clip against deletion until the transaction ends. Undefined if its call is hidden. */
export async function lockClip(
  tx: Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<AssignedClip | undefined> {
  const { rows } = await sql<AssignedClip>`
    select s.conversation_id, s.start_time, s.end_time from snippets s
    where s.organization_id = ${org} and s.id = ${id} and exists (
      select from conversations
      where organization_id = ${org} and id = s.conversation_id and ${visibleTo(visibility)})
    for key share of s`.execute(tx)
  return rows[0]
}

/** Locks a comment of the conversation by this author that others can read. Undefined for any other comment. */
export async function lockAnswerComment(
  tx: Writer,
  org: OrganizationId,
  wanted: { readonly id: string; readonly conversationId: string; readonly authorId: string },
): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from comments
    where organization_id = ${org} and id = ${wanted.id} and conversation_id = ${wanted.conversationId}
      and author_id = ${wanted.authorId} and not private and body is not null
    for key share`.execute(tx)
  return rows[0]
}
