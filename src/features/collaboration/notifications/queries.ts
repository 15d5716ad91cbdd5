/** SQL of notifications. Every query that returns words contains `visibleNotifications`. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending, orderBy } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { canSeeAllBehind, firstVisibleClip, visibleTo } from '../../conversations/records/index.ts'
import { type CommentViewer, nameIn, shownTo } from '../comments/index.ts'
import type { Channel, NotificationKind, SettingKind } from '../notification-requests/index.ts'

/** Recipient of notifications. */
export interface NotificationReader extends CommentViewer {
  readonly userId: string
}

export interface NotificationRow {
  id: string
  kind: NotificationKind
  conversation_id: string
  conversation_title: string
  comment_id: string | null
  thread_id: string | null
  action_id: string | null
  scorecard_id: string | null
  coaching_assignment_id: string | null
  /** Library folder of a coaching assignment; null if the reader can't see it. */
  folder_id: string | null
  folder_name: string | null
  task_id: string | null
  /** Due day of which it reminds; null for other notifications. */
  due_on: string | null
  actor_id: string | null
  actor_name: string | null
  body: string | null
  /** Question of a coaching assignment, its answer, or a task. */
  other_text: string | null
  mentioned: { id: string; name: string }[]
  start_time: number | null
  created_at: string
  read_at: string | null
  done_at: string | null
  updated_at: string
}

export type NotificationStatus = 'inbox' | 'unread' | 'done' | 'all'

export interface NotificationFilters {
  readonly status: NotificationStatus
  readonly kinds: readonly NotificationKind[] | undefined
  readonly id?: string
}

/** Condition: the user sees the conversation of notification `n`. */
const isCallSeen = (org: OrganizationId, { visibility }: NotificationReader): RawBuilder<unknown> => sql`
  exists (
    select from conversations
    where organization_id = ${org} and id = n.conversation_id and ${visibleTo(visibility)})`

/** Condition: the user sees the library of folder `f`. */
const isFolderSeen = ({ userId, visibility }: NotificationReader): RawBuilder<unknown> =>
  sql`(${visibility === 'everything'}::boolean or f.user_id is null or f.user_id = ${userId})`

/**
 * Notifications `n` of a user about what the user still sees: the conversation, the comment unless it was deleted, and
 * everything behind the action. An assigned folder needs one clip that the user sees. A reminder is about a task that is
 * still open and due on that day.
 */
const visibleNotifications = (org: OrganizationId, reader: NotificationReader): RawBuilder<unknown> => sql`
  n.organization_id = ${org} and n.user_id = ${reader.userId}
  and (${isCallSeen(org, reader)} or exists (
    select from coaching_assignments a
    join library_folders f on f.organization_id = ${org} and f.id = a.folder_id and ${isFolderSeen(reader)}
    cross join lateral (${firstVisibleClip(org, reader.visibility, 'f')}) other
    where a.organization_id = ${org} and a.id = n.coaching_assignment_id))
  and (n.comment_id is null or exists (
    select from comments m where ${shownTo(org, reader)} and m.id = n.comment_id and m.body is not null))
  and (n.action_id is null or ${canSeeAllBehind(
    org,
    reader.visibility,
    sql`select conversation_id from action_conversations where organization_id = ${org} and action_id = n.action_id`,
  )})
  and (n.due_on is null or exists (
    select from tasks where organization_id = ${org} and id = n.task_id and status = 'open' and due_on = n.due_on))`

const STATUS: Readonly<Record<NotificationStatus, RawBuilder<unknown>>> = {
  inbox: sql`n.done_at is null`,
  unread: sql`n.done_at is null and n.read_at is null`,
  done: sql`n.done_at is not null`,
  all: sql`true`,
}

const selected = (org: OrganizationId, reader: NotificationReader, { status, kinds, id }: NotificationFilters) => sql`
  ${visibleNotifications(org, reader)} and ${STATUS[status]}
  ${kinds === undefined ? sql`` : sql`and n.kind = any(${[...kinds]}::text[])`}
  ${id === undefined ? sql`` : sql`and n.id = ${id}`}`

const columns = (org: OrganizationId) => sql`
  n.id, n.kind, coalesce(other.conversation_id, n.conversation_id) as conversation_id, c.title as conversation_title, n.comment_id, m.thread_id, n.action_id,
  n.scorecard_id, n.coaching_assignment_id, f.id as folder_id, f.name as folder_name, n.task_id, to_char(n.due_on, 'YYYY-MM-DD') as due_on, n.actor_id, m.body,
  coalesce(h.start_time, other.start_time, a.start_time, k.start_time) as start_time,
  case n.kind when 'coaching' then a.question when 'coaching_answer' then a.answer when 'task' then k.text
  end as other_text, n.created_at, n.read_at, n.done_at, n.updated_at,
  (select ${nameIn('u')} from users u where u.organization_id = ${org} and u.id = n.actor_id) as actor_name,
  coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'name', ${nameIn('u')}))
    from comment_mentions p join users u on u.organization_id = ${org} and u.id = p.user_id
    where p.organization_id = ${org} and p.comment_id = n.comment_id), '[]') as mentioned`

/** Notifications with `other`: the first clip of an assigned folder that the user sees, if the call is hidden. */
const source = (org: OrganizationId, reader: NotificationReader) => sql`
  notifications n
  left join comments m on m.organization_id = ${org} and m.id = n.comment_id
  left join coaching_assignments a on a.organization_id = ${org} and a.id = n.coaching_assignment_id
  left join library_folders f on f.organization_id = ${org} and f.id = a.folder_id
    and ${isFolderSeen(reader)}
  left join lateral (
    select first.* from (${firstVisibleClip(org, reader.visibility, 'f')}) first
    where f.id is not null and not ${isCallSeen(org, reader)}) other on true
  left join conversations c on c.organization_id = ${org} and c.id = coalesce(other.conversation_id, n.conversation_id)
  left join tasks k on k.organization_id = ${org} and k.id = n.task_id
  left join comments h on h.organization_id = ${org} and h.id = m.thread_id`

const order = defineOrder('notifications', descending('n.id', 'uuid'))

export const selectNotificationPage = (
  db: Reader,
  org: OrganizationId,
  reader: NotificationReader,
  filters: NotificationFilters,
  window: ListWindow,
): Promise<{ rows: NotificationRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: columns(org),
    from: source(org, reader),
    where: selected(org, reader, filters),
    order,
    updated: 'n.updated_at',
  })

/** Selects the first notifications, newest first. */
export async function selectNotifications(
  db: Reader | Writer,
  org: OrganizationId,
  reader: NotificationReader,
  filters: NotificationFilters,
  limit: number,
): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    select ${columns(org)} from ${source(org, reader)} where ${selected(org, reader, filters)}
    ${orderBy(order)} limit ${limit}`.execute(db)
  return rows
}

/** Condition for a mark that doesn't change. */
const isMarked = (column: 'read_at' | 'done_at', mark: boolean | undefined): RawBuilder<unknown> =>
  mark === undefined ? sql`true` : sql`${sql.ref(column)} is ${mark ? sql`not null` : sql`null`}`

/** Marks a notification; undefined fields keep their values. */
export async function updateNotificationRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: { readonly read?: boolean | undefined; readonly done?: boolean | undefined },
  at: Date,
): Promise<void> {
  const { read, done } = change
  await sql`
    update notifications set
      read_at = ${read === undefined ? sql`read_at` : read ? sql`coalesce(read_at, ${at}::timestamptz)` : sql`null`},
      done_at = ${done === undefined ? sql`done_at` : done ? sql`coalesce(done_at, ${at}::timestamptz)` : sql`null`},
      updated_at = case when ${isMarked('read_at', read)} and ${isMarked('done_at', done)} then updated_at else ${at} end
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Marks the unread notifications that the reader sees as read. @returns their number */
export async function markRead(
  tx: Writer,
  org: OrganizationId,
  reader: NotificationReader,
  filters: NotificationFilters,
  at: Date,
): Promise<number> {
  const { rows } = await sql`
    update notifications n set read_at = ${at}, updated_at = ${at}
    where n.read_at is null and ${selected(org, reader, filters)}
    returning n.id`.execute(tx)
  return rows.length
}

export async function selectSettings(
  db: Reader,
  org: OrganizationId,
  userId: string,
): Promise<{ kind: SettingKind; channel: Channel }[]> {
  const { rows } = await sql<{ kind: SettingKind; channel: Channel }>`
    select kind, channel from notification_settings where organization_id = ${org} and user_id = ${userId}`.execute(db)
  return rows
}

export async function upsertSetting(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  kind: SettingKind,
  channel: Channel,
): Promise<void> {
  await sql`
    insert into notification_settings (organization_id, user_id, kind, channel)
    values (${org}, ${userId}, ${kind}, ${channel})
    on conflict (organization_id, user_id, kind) do update set channel = excluded.channel`.execute(tx)
}

/** Locks a notification whose email is due. */
export async function lockDue(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<{ userId: string; actorId: string | null } | undefined> {
  const { rows } = await sql<{ user_id: string; actor_id: string | null }>`
    select user_id, actor_id from notifications
    where organization_id = ${org} and id = ${id} and email = 'now' for no key update`.execute(tx)
  const [row] = rows
  return row && { userId: row.user_id, actorId: row.actor_id }
}

/** Locks the notifications that wait for a digest. */
export async function lockDigest(tx: Writer, org: OrganizationId, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from notifications
    where organization_id = ${org} and user_id = ${userId} and email = 'digest' order by id for no key update`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

export async function updateEmail(
  tx: Writer,
  org: OrganizationId,
  ids: readonly string[],
  email: 'none' | 'digest' | 'sent',
): Promise<void> {
  await sql`
    update notifications set email = ${email} where organization_id = ${org} and id = any(${[...ids]}::uuid[])`.execute(
    tx,
  )
}

/** Deletes the notifications and settings of a person. @returns the number of notifications */
export async function deleteNotifications(tx: Writer, org: OrganizationId, userId: string): Promise<number> {
  await sql`delete from notification_settings where organization_id = ${org} and user_id = ${userId}`.execute(tx)
  const { rows } = await sql`
    delete from notifications where organization_id = ${org} and user_id = ${userId} returning id`.execute(tx)
  return rows.length
}
