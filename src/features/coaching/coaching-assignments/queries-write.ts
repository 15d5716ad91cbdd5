/** SQL that writes coaching assignments. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

export interface NewAssignment {
  readonly id: string
  readonly conversationId: string
  readonly snippetId: string | null
  readonly folderId: string | null
  readonly assigneeId: string
  readonly assignerId: string
  readonly question: string
  readonly start: number | null
  readonly end: number | null
  readonly dueOn: string | null
  readonly at: Date
}

export async function insertAssignment(tx: Writer, org: OrganizationId, one: NewAssignment): Promise<void> {
  await sql`
    insert into coaching_assignments (
      organization_id, id, conversation_id, snippet_id, folder_id, assignee_id, assigner_id, question, start_time, end_time,
      due_on, created_at, updated_at)
    values (
      ${org}, ${one.id}, ${one.conversationId}, ${one.snippetId}, ${one.folderId}, ${one.assigneeId}, ${one.assignerId},
      ${one.question}, ${one.start}, ${one.end}, ${one.dueOn}::date, ${one.at}, ${one.at})`.execute(tx)
}

/** Serializes the creation of assignments of a user and a conversation, so that their limits are exact. */
export async function lockCounts(
  tx: Writer,
  org: OrganizationId,
  conversationId: string,
  assigneeId: string,
): Promise<{ conversation: number; open: number }> {
  // Always in this order, so that two creations don't wait for each other.
  for (const scope of [`conversation ${conversationId}`, `user ${assigneeId}`]) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`coaching ${org} ${scope}`}, 0))`.execute(tx)
  }
  const { rows } = await sql<{ conversation: number; open: number }>`
    select
      (select count(*)::int from coaching_assignments
       where organization_id = ${org} and conversation_id = ${conversationId}) as conversation,
      (select count(*)::int from coaching_assignments
       where organization_id = ${org} and assignee_id = ${assigneeId} and done_at is null) as open`.execute(tx)
  return rows[0] ?? { conversation: 0, open: 0 }
}

/** Locks an assignment until the transaction ends. */
export async function lockAssignment(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`
    select id from coaching_assignments where organization_id = ${org} and id = ${id} for no key update`.execute(tx)
}

export interface AssignmentChange {
  readonly question?: string | undefined
  readonly due_on?: string | null | undefined
  readonly answer?: string | null | undefined
  readonly answer_comment_id?: string | null | undefined
  readonly answered_at?: Date | null | undefined
  readonly done_at?: Date | null | undefined
}

/** Fields that are undefined keep their values. */
export async function updateAssignment(
  tx: Writer,
  org: OrganizationId,
  id: string,
  change: AssignmentChange,
  at: Date,
): Promise<void> {
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  await tx
    .updateTable('coaching_assignments')
    .set({ ...given, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export async function deleteAssignment(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from coaching_assignments where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Deletes the assignments that ask a person. @returns their number */
export async function deleteAssignmentsTo(tx: Writer, org: OrganizationId, userId: string): Promise<number> {
  const { rows } = await sql`
    delete from coaching_assignments where organization_id = ${org} and assignee_id = ${userId} returning id`.execute(
    tx,
  )
  return rows.length
}
