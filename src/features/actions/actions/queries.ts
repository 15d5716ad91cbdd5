/** SQL of actions. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { defineOrder, descending } from '../../../core/list-order.ts'
import { type ListMeta, type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Visibility } from '../../../core/principal.ts'
import { isManaged, type ManagedUsers } from '../../accounts/identity/index.ts'
import { type CallScope, matchesScope } from '../../coaching/team-reports/index.ts'
import { visibleTo } from '../../conversations/records/index.ts'
import type { ActionStatus, EntityType, Severity } from './schema.ts'

export interface ActionQuote {
  text: string
  speaker: string
  conversation_id: string
  /** Seconds; null when the transcript has no times. */
  start: number | null
}

export interface ActionRow {
  id: string
  owner_id: string
  entity_type: EntityType
  entity_id: string
  entity_title: string | null
  action_type: string
  title: string
  signal_type: string
  severity: Severity
  display_group: string
  subject: string
  draft_body: string
  proposed_recipients: string[]
  status: ActionStatus
  rationale: string
  key_quote: ActionQuote | null
  evidence: ActionQuote[]
  generated_at: string
  updated_at: string
  expires_at: string | null
}

/** Owners whose actions a user reads, and the time that decides which actions have expired. */
export interface ActionViewer {
  readonly owners: ManagedUsers
  /** Visibility of the user who reads. */
  readonly visibility: Visibility
  readonly at: Date
}

const hasExpired = (at: Date) => sql`(a.status in ('pending', 'drafted') and a.expires_at <= ${at})`

const statusAt = (at: Date) => sql`case when ${hasExpired(at)} then 'expired' else a.status end`

/** Time of the last change. An action that expires changes. */
const updatedAt = (at: Date): RawBuilder<unknown> =>
  sql`case when ${hasExpired(at)} then greatest(a.updated_at, a.expires_at) else a.updated_at end`

/** Conversations always have Parley IDs. Other entities can have IDs of another system. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

const columnsAt = (org: OrganizationId, at: Date) => sql`
  a.id, a.owner_id, a.entity_type, a.entity_id,
  case when a.entity_id !~ ${UUID} then null
    when a.entity_type = 'conversation' then
      (select title from conversations where organization_id = ${org} and id = a.entity_id::uuid)
    when a.entity_type = 'opportunity' then
      (select title from opportunities where organization_id = ${org} and id = a.entity_id::uuid)
  end as entity_title, a.action_type, a.title, a.signal_type, a.severity, a.display_group,
  a.subject, a.draft_body, a.proposed_recipients, ${statusAt(at)} as status, a.rationale, a.key_quote, a.evidence,
  a.generated_at, ${updatedAt(at)} as updated_at, a.expires_at`

/** Selects the actions of the owners whose conversations are all visible to the user who reads. */
const shownTo = (org: OrganizationId, { owners, visibility }: ActionViewer) => sql`
  a.organization_id = ${org} and ${isManaged(org, 'a.owner_id', owners)}
  and not exists (
    select from action_conversations s
    where s.organization_id = ${org} and s.action_id = a.id
      and s.conversation_id not in (
        select id from conversations
        where organization_id = ${org} and id = s.conversation_id and ${visibleTo(visibility)}))`

export async function selectAction(
  db: Reader,
  org: OrganizationId,
  look: ActionViewer,
  id: string,
): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`
    select ${columnsAt(org, look.at)} from actions a where ${shownTo(org, look)} and a.id = ${id}`.execute(db)
  return rows[0]
}

/** Returns the action as `selectAction` does, and locks it until the transaction ends. */
export async function lockAction(
  tx: Writer,
  org: OrganizationId,
  look: ActionViewer,
  id: string,
): Promise<ActionRow | undefined> {
  const { rows } = await sql<ActionRow>`
    select ${columnsAt(org, look.at)} from actions a where ${shownTo(org, look)} and a.id = ${id} for update of a`.execute(
    tx,
  )
  return rows[0]
}

export interface ActionFilters {
  readonly statuses: readonly ActionStatus[] | undefined
  readonly entityType: EntityType | undefined
  readonly entityId: string | undefined
  /** Conversations of a report that the actions refer to or quote. */
  readonly calls: CallScope | undefined
}

const order = defineOrder('actions', descending('a.generated_at', 'time'), descending('a.id', 'uuid'))

export function selectActions(
  db: Reader,
  org: OrganizationId,
  look: ActionViewer,
  filters: ActionFilters,
  window: ListWindow,
): Promise<{ rows: ActionRow[]; meta: ListMeta }> {
  const conditions = [shownTo(org, look)]
  if (filters.statuses !== undefined) conditions.push(sql`${statusAt(look.at)} = any(${[...filters.statuses]}::text[])`)
  if (filters.entityType !== undefined) conditions.push(sql`a.entity_type = ${filters.entityType}`)
  if (filters.entityId !== undefined) conditions.push(sql`a.entity_id = ${filters.entityId}`)
  if (filters.calls !== undefined) {
    conditions.push(sql`a.id in (
      select m.action_id from action_conversations m
      join (select id from conversations where ${matchesScope(org, look.visibility, filters.calls)}) as c
        on c.id = m.conversation_id
      where m.organization_id = ${org})`)
  }
  if (window.updatedSince !== undefined) conditions.push(sql`${updatedAt(look.at)} >= ${window.updatedSince}`)
  const where = sql.join(conditions, sql` and `)
  return selectListPage(db, window, { columns: columnsAt(org, look.at), from: sql`actions a`, where, order })
}

export async function updateActionRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: Partial<{
    subject: string
    draft_body: string
    proposed_recipients: string
    status: 'drafted' | 'sent' | 'dismissed'
  }>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('actions')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function insertAction(
  tx: Writer,
  org: OrganizationId,
  row: Omit<ActionRow, 'entity_title' | 'status' | 'generated_at' | 'updated_at' | 'expires_at'> & {
    at: Date
    expires_at: Date | null
    ground: readonly string[] | null
    conversationIds: readonly string[]
  },
): Promise<void> {
  await sql`
    insert into actions (
      organization_id, id, owner_id, entity_type, entity_id, action_type, title, signal_type, severity, display_group,
      subject, draft_body, proposed_recipients, status, rationale, key_quote, evidence, generated_at, updated_at,
      expires_at, ground)
    values (
      ${org}, ${row.id}, ${row.owner_id}, ${row.entity_type}, ${row.entity_id}, ${row.action_type}, ${row.title},
      ${row.signal_type}, ${row.severity}, ${row.display_group}, ${row.subject}, ${row.draft_body},
      ${JSON.stringify(row.proposed_recipients)}, 'pending', ${row.rationale},
      ${row.key_quote === null ? null : JSON.stringify(row.key_quote)}, ${JSON.stringify(row.evidence)}, ${row.at},
      ${row.at}, ${row.expires_at}, ${row.ground === null ? null : JSON.stringify(row.ground)})`.execute(tx)
  await sql`
    insert into action_conversations (organization_id, action_id, conversation_id)
    select ${org}, ${row.id}, id from unnest(${[...row.conversationIds]}::uuid[]) as c (id)`.execute(tx)
}
