/** SQL of analysis requests. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

/**
 * Records analysis requests for the conversations that have a transcript. Conversations that wait for a transcript are
 * analyzed when it arrives.
 * @returns the conversations that need a job, with the ticket for each. A new request doesn't wait for a scheduled
 * retry
 */
export async function upsertRequests(
  tx: Writer,
  org: OrganizationId,
  ids: readonly string[],
  forced: readonly string[],
  at: Date,
): Promise<{ id: string; ticket: number }[]> {
  const { rows } = await sql<{ id: string; ticket: number; wanted: number; before: string | null }>`
    with asked as (
      select id from conversations
      where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and transcript_status <> 'pending'
    ),
    known as (
      select a.conversation_id, a.state from analyses a join asked on a.conversation_id = asked.id
      where a.organization_id = ${org} order by a.conversation_id for update of a
    ),
    put as (
      insert into analyses (organization_id, conversation_id, state, ticket, wanted, forced, requested_at)
      select ${org}, asked.id, 'queued', 1, 1, ${[...forced]}::text[], ${at} from asked
      left join known on known.conversation_id = asked.id
      order by asked.id
      on conflict (organization_id, conversation_id) do update
      set wanted = analyses.wanted + 1,
          forced = array(select distinct unnest(analyses.forced || excluded.forced)),
          ticket = analyses.ticket + (analyses.state in ('idle', 'waiting'))::integer,
          state = case when analyses.state in ('idle', 'waiting') then 'queued' else analyses.state end,
          requested_at = excluded.requested_at
      returning conversation_id as id, ticket, wanted
    )
    select put.id, put.ticket, put.wanted, known.state as before from put left join known on known.conversation_id = put.id`.execute(
    tx,
  )
  // Of two concurrent first requests, neither sees an earlier row. The second one updates the row of the first and
  // needs no job.
  return rows.filter(({ before, wanted }) =>
    before === null ? wanted === 1 : before === 'idle' || before === 'waiting',
  )
}

/** Records the request of a look-back, which replaces an earlier one. @returns its ticket */
export async function upsertLookBack(tx: Writer, org: OrganizationId, at: Date): Promise<number> {
  const { rows } = await sql<{ ticket: number }>`
    insert into look_backs (organization_id, requested_at) values (${org}, ${at})
    on conflict (organization_id) do update
    set ticket = look_backs.ticket + 1, requested_at = excluded.requested_at, started_at = null, completed_at = null,
        requested_count = 0
    returning ticket`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('A look-back has no ticket after its request.')
  return row.ticket
}
