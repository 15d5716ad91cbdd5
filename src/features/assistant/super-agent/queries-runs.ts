/** All SQL of runs: their state, and what they write. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Principal, Scope } from '../../../core/principal.ts'
import type { CallState, SessionStatus } from './schema.ts'

export interface SuperAgentRunRow {
  user_id: string
  last_position: number
  run_via: Principal['via']
  run_scopes: Scope[]
  run_key_id: string | null
  run_client_id: string | null
  run_steps: number
  /** Number of erased messages of the session. */
  erased: number
}

/** Reference to an active run. */
export interface SuperAgentRunRef {
  readonly sessionId: string
  readonly runId: string
}

const columns = sql.raw('user_id, last_position, run_via, run_scopes, run_key_id, run_client_id, run_steps')
const isRunActive = (org: OrganizationId, { sessionId, runId }: SuperAgentRunRef) =>
  sql`organization_id = ${org} and id = ${sessionId} and run_id = ${runId} and status = 'processing'`

const countErasedMessages = (org: OrganizationId, { sessionId }: SuperAgentRunRef) => sql`(
  select count(*)::int from super_agent_messages m
  where m.organization_id = ${org} and m.session_id = ${sessionId} and m.erased)`

/** An active run; undefined if it has ended, was cancelled or its session was deleted. */
export async function selectRun(
  db: Reader,
  org: OrganizationId,
  run: SuperAgentRunRef,
): Promise<SuperAgentRunRow | undefined> {
  const { rows } = await sql<SuperAgentRunRow>`
    select ${columns}, ${countErasedMessages(org, run)} as erased from super_agent_sessions where ${isRunActive(org, run)}`.execute(
    db,
  )
  return rows[0]
}

/** Locks an active run and its session against erasure. Lock conversations before, never after. */
export async function lockRun(
  tx: Writer,
  org: OrganizationId,
  run: SuperAgentRunRef,
): Promise<SuperAgentRunRow | undefined> {
  const { rows } = await sql<Omit<SuperAgentRunRow, 'erased'>>`
    select ${columns} from super_agent_sessions where ${isRunActive(org, run)} for update`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  // A separate statement, so that it sees what was erased while the lock was awaited.
  const counted = await sql<{ erased: number }>`select ${countErasedMessages(org, run)} as erased`.execute(tx)
  return { ...row, erased: counted.rows[0]?.erased ?? 0 }
}

/** Updates the progress. The run must be locked. */
export async function updateProgress(
  tx: Writer,
  org: OrganizationId,
  { sessionId }: SuperAgentRunRef,
  now: { status: SessionStatus; steps: number; lastPosition: number; at: Date },
): Promise<void> {
  await sql`
    update super_agent_sessions
    set status = ${now.status}, run_steps = ${now.steps}, last_position = ${now.lastPosition}, updated_at = ${now.at}
    where organization_id = ${org} and id = ${sessionId}`.execute(tx)
}

export interface NewMessage {
  readonly position: number
  readonly step: number
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly call?: {
    readonly id: string
    readonly name: string
    readonly args: Readonly<Record<string, unknown>>
    readonly state: CallState
  }
}

export async function insertMessages(
  tx: Writer,
  org: OrganizationId,
  { sessionId, runId }: SuperAgentRunRef,
  messages: readonly NewMessage[],
  at: Date,
): Promise<void> {
  const rows = messages.map(({ position, step, role, content, call }) => ({
    ...{ position, step, role, content },
    ...{ name: call?.name ?? null, call_id: call?.id ?? null, args: call?.args ?? null, state: call?.state ?? null },
  }))
  await sql`
    insert into super_agent_messages (organization_id, session_id, run_id, created_at, position, step, role, content, name,
      call_id, args, state)
    select ${org}, ${sessionId}, ${runId}, ${at}, position, step, role, content, name, call_id, args, state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m(position integer, step integer, role text, content text,
      name text, call_id text, args jsonb, state text)`.execute(tx)
}

/** Marks a call as started. @param was state that was read; if it changed, another process has the call */
export async function updateTaken(
  tx: Writer,
  org: OrganizationId,
  { sessionId, runId }: SuperAgentRunRef,
  position: number,
  was: CallState,
): Promise<boolean> {
  const { rows } = await sql`
    update super_agent_messages set state = 'running'
    where organization_id = ${org} and session_id = ${sessionId} and position = ${position} and run_id = ${runId}
      and state = ${was} and not erased
    returning position`.execute(tx)
  return rows.length > 0
}

/** @returns false if the call was deleted, was completed, or can't be stored */
export async function updateCall(
  tx: Writer,
  org: OrganizationId,
  { sessionId, runId }: SuperAgentRunRef,
  position: number,
  now: { state: CallState; content: string },
): Promise<boolean> {
  const { rows } = await sql<{ erased: boolean }>`
    update super_agent_messages
    set state = ${now.state}, content = case when erased then '' else ${now.content} end
    where organization_id = ${org} and session_id = ${sessionId} and position = ${position} and run_id = ${runId}
      and state in ('asked', 'running')
    returning erased`.execute(tx)
  return rows[0]?.erased === false
}

/** @param conversationIds conversations that the message refers to */
export async function insertSources(
  tx: Writer,
  org: OrganizationId,
  sessionId: string,
  position: number,
  conversationIds: readonly string[],
): Promise<void> {
  if (conversationIds.length === 0) return
  await sql`
    insert into super_agent_sources (organization_id, session_id, position, conversation_id)
    select ${org}, ${sessionId}, ${position}, unnest(${[...conversationIds]}::uuid[])
    on conflict do nothing`.execute(tx)
}
