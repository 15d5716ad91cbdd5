/** SQL of analysis requests. */
import { sql } from 'kysely'
import type { Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'

interface AnalysisRequests {
  readonly ids: readonly string[]
  /** Steps that run although their inputs are unchanged. */
  readonly forced: readonly string[]
  /** Whether a person requested the analyses. */
  readonly urgent: boolean
  readonly at: Date
}

/**
 * Records analysis requests for the conversations that have a transcript. Conversations that wait for a transcript are
 * analyzed when it arrives.
 * @returns the conversations that need a job, with the ticket for each. A new request doesn't wait for a scheduled
 * retry, and an urgent one doesn't wait for a queued job of bulk work
 */
export async function upsertRequests(
  tx: Writer,
  org: OrganizationId,
  { ids, forced, urgent, at }: AnalysisRequests,
): Promise<{ id: string; ticket: number }[]> {
  const known = await tx
    .selectFrom('analyses')
    .select(['conversation_id', 'state', 'urgent'])
    .where('organization_id', '=', org)
    .where('conversation_id', 'in', [...ids])
    .orderBy('conversation_id')
    .forUpdate()
    .execute()
  const { rows } = await sql<{ id: string; ticket: number; wanted: number }>`
    insert into analyses (organization_id, conversation_id, state, ticket, wanted, forced, requested_at, urgent)
    select c.organization_id, c.id, 'queued', 1, 1, ${[...forced]}::text[], ${at}::timestamptz,
           ${urgent}::boolean
    from conversations c
    where c.organization_id = ${org} and c.id = any(${[...ids]}::uuid[]) and c.transcript_status <> 'pending'
    order by c.id
    on conflict (organization_id, conversation_id) do update
    set wanted = analyses.wanted + 1,
        forced = array(select distinct unnest(analyses.forced || excluded.forced)),
        ticket = analyses.ticket + (analyses.state in ('idle', 'waiting')
          or (analyses.state = 'queued' and excluded.urgent and not analyses.urgent))::integer,
        urgent = excluded.urgent or (analyses.urgent and analyses.state not in ('idle', 'waiting')),
        state = case when analyses.state in ('idle', 'waiting') then 'queued' else analyses.state end,
        requested_at = excluded.requested_at
    returning conversation_id as id, ticket, wanted`.execute(tx)
  const before = new Map(known.map((row) => [row.conversation_id, row]))
  // Of two concurrent first requests, neither sees an earlier row. The second one updates the row of the first and
  // needs no job, unless it is urgent and changed the ticket.
  return rows.filter(({ id, ticket, wanted }) => {
    const row = before.get(id)
    if (row === undefined) return wanted === 1 || ticket > 1
    return row.state === 'idle' || row.state === 'waiting' || (row.state === 'queued' && urgent && !row.urgent)
  })
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
