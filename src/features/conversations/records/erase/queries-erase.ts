import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import type { OrganizationId } from '../../../../core/principal.ts'

/** Locks existing conversations in a fixed order, except those that another transaction has locked. */
export async function lockForErasure(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversations where organization_id = ${org} and id = any(${[...ids]}::uuid[])
    order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Earlier transcript versions of other conversations with lines of a conversation: those before a split that moved the lines
 * to it, and those between a merge and its undo. Includes what moved on from there by further splits.
 */
const versionsWithLines = (org: OrganizationId, id: string) => sql`
  with recursive sources as (
    select r.conversation_id, r.kind, r.version_before, r.version_after, r.undone_at
    from conversation_rearrangements r
    where r.organization_id = ${org} and r.other_id = ${id} and (r.kind = 'split') = (r.undone_at is null)
    union
    select r.conversation_id, r.kind, r.version_before, r.version_after, r.undone_at
    from sources s
    join conversation_rearrangements r on r.organization_id = ${org} and r.other_id = s.conversation_id
      and (r.kind = 'split') = (r.undone_at is null)
    where s.kind = 'split'),
  earlier as (
    select distinct t.conversation_id, t.version
    from sources s
    join transcripts t on t.organization_id = ${org} and t.conversation_id = s.conversation_id
      and case when s.kind = 'split' then t.version <= s.version_before
        else t.version >= s.version_after and t.created_at < s.undone_at end)`

/** Other conversations whose earlier transcript versions have lines of a conversation. */
export async function selectSources(db: Reader | Writer, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${versionsWithLines(org, id)}
    select distinct conversation_id as id from earlier order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** Deletes these versions. Their conversations keep the current version and the other earlier ones. */
export async function deleteVersionsWithLines(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`
    ${versionsWithLines(org, id)}
    delete from transcripts t using earlier e
    where t.organization_id = ${org} and t.conversation_id = e.conversation_id and t.version = e.version`.execute(tx)
}
