/** SQL that reads tasks. Every query that returns words contains the visibility, or gets IDs of visible conversations. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder, descending } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { type UserAccess, usersByAccess, visibleTo } from '../../conversations/records/index.ts'
import type { ActionItem } from '../../text/extractive-summary/index.ts'
import { nameIn } from '../comments/index.ts'
import type { TaskSide, TaskStatus } from './schema.ts'

export interface TaskRow {
  id: string
  conversation_id: string
  conversation_title: string
  opportunity_id: string | null
  opportunity_title: string | null
  text: string
  promiser_name: string | null
  promiser_email: string | null
  side: TaskSide | null
  quote: string | null
  segment: number | null
  start_time: number | null
  due_on: string | null
  assignee_id: string
  assignee_name: string
  creator_id: string
  creator_name: string
  status: TaskStatus
  closed_at: string | null
  closer_id: string | null
  closer_name: string | null
  created_at: string
  updated_at: string
}

export interface TaskFilters {
  readonly id?: string | undefined
  readonly assigneeId?: string | undefined
  readonly conversationId?: string | undefined
  readonly opportunityId?: string | undefined
  readonly statuses?: readonly TaskStatus[] | undefined
  readonly sides?: readonly (TaskSide | 'unknown')[] | undefined
  /** Day after which no returned task is due. Tasks without a due date are omitted. */
  readonly dueBy?: string | undefined
}

function selected(org: OrganizationId, visibility: Visibility, filters: TaskFilters): RawBuilder<unknown> {
  const { id, assigneeId, conversationId, opportunityId, statuses, sides, dueBy } = filters
  const conditions = [
    sql`t.organization_id = ${org}`,
    sql`exists (
      select from conversations
      where organization_id = ${org} and id = t.conversation_id and ${visibleTo(visibility)}
        ${opportunityId === undefined ? sql`` : sql`and opportunity_id = ${opportunityId}`})`,
    ...(id === undefined ? [] : [sql`t.id = ${id}`]),
    ...(assigneeId === undefined ? [] : [sql`t.assignee_id = ${assigneeId}`]),
    ...(conversationId === undefined ? [] : [sql`t.conversation_id = ${conversationId}`]),
    ...(statuses === undefined ? [] : [sql`t.status = any(${[...statuses]}::text[])`]),
    ...(sides === undefined ? [] : [sql`coalesce(t.side, 'unknown') = any(${[...sides]}::text[])`]),
    ...(dueBy === undefined ? [] : [sql`t.due_on <= ${dueBy}::date`]),
  ]
  return sql.join(conditions, sql` and `)
}

const userName = (org: OrganizationId, column: 't.assignee_id' | 't.creator_id' | 't.closer_id') =>
  sql`(select ${nameIn('u')} from users u where u.organization_id = ${org} and u.id = ${sql.ref(column)})`

const columns = (org: OrganizationId) => sql`
  t.id, t.conversation_id, c.title as conversation_title, c.opportunity_id, o.title as opportunity_title, t.text,
  t.promiser_name, t.promiser_email, t.side, t.quote, t.segment, t.start_time, t.due_on::text as due_on,
  t.assignee_id, t.creator_id, t.status, t.closed_at, t.closer_id, t.created_at, t.updated_at,
  ${userName(org, 't.assignee_id')} as assignee_name, ${userName(org, 't.creator_id')} as creator_name,
  ${userName(org, 't.closer_id')} as closer_name`

const source = (org: OrganizationId) => sql`
  tasks t
  left join conversations c on c.organization_id = ${org} and c.id = t.conversation_id
  left join opportunities o on o.organization_id = ${org} and o.id = c.opportunity_id`

/** Open tasks first, those that are due first before the others. */
const order = defineOrder(
  'tasks',
  descending('t.closed_at', 'time', 'first'),
  ascending('t.due_on', 'date', 'last'),
  descending('t.id', 'uuid'),
)

export const selectTasks = (
  db: Reader,
  org: OrganizationId,
  visibility: Visibility,
  filters: TaskFilters,
  window: ListWindow,
): Promise<{ rows: TaskRow[]; meta: ListMeta }> =>
  selectListPage(db, window, {
    columns: columns(org),
    from: source(org),
    where: selected(org, visibility, filters),
    order,
    updated: 't.updated_at',
  })

export async function selectTask(
  db: Reader | Writer,
  org: OrganizationId,
  visibility: Visibility,
  id: string,
): Promise<TaskRow | undefined> {
  const { rows } = await sql<TaskRow>`
    select ${columns(org)} from ${source(org)} where ${selected(org, visibility, { id })}`.execute(db)
  return rows[0]
}

/** A task as a part of its conversation. */
export interface ConversationTask {
  readonly id: string
  readonly conversationId: string
  readonly text: string
  readonly promiserName: string | null
  readonly promiserEmail: string | null
  readonly quote: string | null
  readonly segment: number | null
  readonly start: number | null
  readonly dueOn: string | null
  readonly assigneeId: string
  readonly assigneeName: string
  readonly status: TaskStatus
}

/** Tasks of conversations, oldest first. The caller has checked that they are visible. */
export async function selectConversationTasks(
  db: Reader | Writer,
  org: OrganizationId,
  conversationIds: readonly string[],
): Promise<ConversationTask[]> {
  if (conversationIds.length === 0) return []
  const { rows } = await sql<ConversationTask>`
    select t.id, t.conversation_id as "conversationId", t.text, t.promiser_name as "promiserName",
           t.promiser_email as "promiserEmail", t.quote, t.segment, t.start_time as start, t.due_on::text as "dueOn",
           t.assignee_id as "assigneeId", ${userName(org, 't.assignee_id')} as "assigneeName", t.status
    from tasks t
    where t.organization_id = ${org} and t.conversation_id = any(${[...conversationIds]}::uuid[])
    order by t.id`.execute(db)
  return rows
}

/** A user with access to a conversation. Undefined for unknown and deactivated users. */
export async function selectAccess(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  user: { readonly id: string } | { readonly email: string },
): Promise<UserAccess | undefined> {
  const isMeant = 'id' in user ? sql`p.id = ${user.id}` : sql`lower(p.email) = ${user.email}`
  const { rows } = await sql<UserAccess>`
    select p.* from (${usersByAccess(org, conversationId)}) p where ${isMeant} limit 1`.execute(tx)
  return rows[0]
}

interface KnownPerson {
  readonly name: string | null
  readonly email: string | null
  readonly internal: boolean | null
}

export interface PromiseSource {
  readonly startedAt: Date | undefined
  /** Speakers and participants. */
  readonly people: readonly KnownPerson[]
  /** Action items of the summary. Empty without a summary. */
  readonly actionItems: readonly ActionItem[]
}

/** People, time and action items of a conversation. The caller has checked that it is visible. */
export async function selectPromiseSource(tx: Writer, org: OrganizationId, id: string): Promise<PromiseSource> {
  const { rows } = await sql<{
    live_started_at: string | null
    speakers: KnownPerson[] | null
    inside: { name?: string | null; email?: string | null }[]
    outside: { name?: string | null; email?: string | null }[]
    items: ActionItem[] | null
  }>`
    select c.live_started_at, d.statistics -> 'speakers' as speakers, d.internal_participants as inside,
           d.participants as outside, s.content::jsonb -> 'actionItems' as items
    from conversations c
    join conversation_details d on d.organization_id = ${org} and d.conversation_id = c.id
    left join conversation_summaries s on s.organization_id = ${org} and s.conversation_id = c.id
    where c.organization_id = ${org} and c.id = ${id}`.execute(tx)
  const [row] = rows
  if (row === undefined) return { startedAt: undefined, people: [], actionItems: [] }
  const recorded = (list: (typeof row)['inside'], internal: boolean): KnownPerson[] =>
    list.map(({ name, email }) => ({ name: name ?? null, email: email ?? null, internal }))
  return {
    startedAt: row.live_started_at === null ? undefined : new Date(row.live_started_at),
    people: [...recorded(row.inside, true), ...recorded(row.outside, false), ...(row.speakers ?? [])],
    actionItems: row.items ?? [],
  }
}
