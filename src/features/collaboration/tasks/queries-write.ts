/** SQL that writes tasks. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { TaskSide, TaskStatus } from './schema.ts'

export interface NewTask {
  readonly id: string
  readonly conversationId: string
  readonly text: string
  readonly promiserName: string | null
  readonly promiserEmail: string | null
  readonly side: TaskSide | null
  readonly quote: string | null
  readonly segment: number | null
  readonly start: number | null
  readonly dueOn: string | null
  readonly assigneeId: string
  readonly creatorId: string
  /** `dismissed` for words that aren't a promise. */
  readonly status: 'open' | 'dismissed'
  readonly at: Date
}

export async function insertTask(tx: Writer, org: OrganizationId, one: NewTask): Promise<void> {
  const [closedAt, closerId] = one.status === 'open' ? [null, null] : [one.at, one.creatorId]
  await sql`
    insert into tasks (
      organization_id, id, conversation_id, text, promiser_name, promiser_email, side, quote, segment, start_time, due_on,
      assignee_id, creator_id, status, closed_at, closer_id, created_at, updated_at)
    values (
      ${org}, ${one.id}, ${one.conversationId}, ${one.text}, ${one.promiserName}, ${one.promiserEmail}, ${one.side},
      ${one.quote}, ${one.segment}, ${one.start}, ${one.dueOn}::date, ${one.assigneeId}, ${one.creatorId}, ${one.status},
      ${closedAt}, ${closerId}, ${one.at}, ${one.at})`.execute(tx)
}

/** Serializes the creation of tasks of a conversation, so that a promise gets only one. @returns their number */
export async function lockConversationTasks(tx: Writer, org: OrganizationId, conversationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tasks ${org} ${conversationId}`}, 0))`.execute(tx)
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from tasks where organization_id = ${org} and conversation_id = ${conversationId}`.execute(
    tx,
  )
  return rows[0]?.n ?? 0
}

/** Locks a task until the transaction ends. */
export async function lockTask(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`select id from tasks where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
}

export interface TaskChange {
  readonly text?: string
  readonly due_on?: string | null
  readonly assignee_id?: string
  readonly status?: TaskStatus
  readonly closed_at?: Date | null
  readonly closer_id?: string | null
}

export async function updateTaskRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: TaskChange,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ ...change, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export interface RemindedTask {
  readonly conversation_id: string
  readonly assignee_id: string
  readonly due_on: string | null
  readonly status: TaskStatus
}

/** Locks a task until the transaction ends, and returns what its reminder depends on. It contains no words. */
export async function lockReminded(tx: Writer, org: OrganizationId, id: string): Promise<RemindedTask | undefined> {
  const { rows } = await sql<RemindedTask>`
    select conversation_id, assignee_id, to_char(due_on, 'YYYY-MM-DD') as due_on, status from tasks
    where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
  return rows[0]
}
