/** All SQL of sessions. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import type { SessionStatus, SuperAgentSession } from './schema.ts'

export interface SuperAgentSessionRow extends SuperAgentSession {
  user_id: string
  last_position: number
  run_id: string
  run_steps: number
}

const COLUMNS = sql.raw('id, user_id, title, status, last_position, run_id, run_steps, created_at, updated_at')

/** A session of a user. Nobody else can access it, including admins. */
export async function selectSession(
  db: Reader,
  org: OrganizationId,
  userId: string,
  id: string,
): Promise<SuperAgentSessionRow | undefined> {
  const { rows } = await sql<SuperAgentSessionRow>`
    select ${COLUMNS} from super_agent_sessions
    where organization_id = ${org} and id = ${id} and user_id = ${userId}`.execute(db)
  return rows[0]
}

export async function lockSession(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  id: string,
): Promise<SuperAgentSessionRow | undefined> {
  const { rows } = await sql<SuperAgentSessionRow>`
    select ${COLUMNS} from super_agent_sessions
    where organization_id = ${org} and id = ${id} and user_id = ${userId} for update`.execute(tx)
  return rows[0]
}

export async function selectSessions(
  db: Reader,
  org: OrganizationId,
  userId: string,
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: SuperAgentSession[] }> {
  const [counted, { rows }] = await Promise.all([
    sql<{ n: number }>`
      select count(*)::int as n from super_agent_sessions
      where organization_id = ${org} and user_id = ${userId}`.execute(db),
    sql<SuperAgentSession>`
      select id, title, status, created_at, updated_at from super_agent_sessions
      where organization_id = ${org} and user_id = ${userId}
      order by updated_at desc, id desc limit ${page.limit} offset ${page.offset}`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows }
}

export async function countProcessing(tx: Writer, org: OrganizationId, userId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from super_agent_sessions
    where organization_id = ${org} and user_id = ${userId} and status = 'processing'`.execute(tx)
  return rows[0]?.n ?? 0
}

/** A new run with the principal that started it. */
export interface NewSuperAgentRun {
  readonly id: string
  readonly status: Extract<SessionStatus, 'idle' | 'processing'>
  readonly principal: Principal
  readonly at: Date
}

export async function insertSession(
  tx: Writer,
  org: OrganizationId,
  one: { id: string; userId: string; title: string },
  run: NewSuperAgentRun,
): Promise<void> {
  const { via, scopes, keyId = null, clientId = null } = run.principal
  await sql`
    insert into super_agent_sessions (organization_id, id, user_id, title, status, run_id, run_via, run_scopes, run_key_id,
      run_client_id, created_at, updated_at)
    values (${org}, ${one.id}, ${one.userId}, ${one.title}, ${run.status}, ${run.id}, ${via}, ${[...scopes]}::text[],
      ${keyId}, ${clientId}, ${run.at}, ${run.at})`.execute(tx)
}

/** Starts another run of a session, which must be locked. */
export async function updateRun(tx: Writer, org: OrganizationId, id: string, run: NewSuperAgentRun): Promise<void> {
  const { via, scopes, keyId = null, clientId = null } = run.principal
  await sql`
    update super_agent_sessions
    set status = ${run.status}, run_id = ${run.id}, run_via = ${via}, run_scopes = ${[...scopes]}::text[],
        run_key_id = ${keyId}, run_client_id = ${clientId}, run_steps = 0, updated_at = ${run.at}
    where organization_id = ${org} and id = ${id}`.execute(tx)
}

export async function updateTitle(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  id: string,
  title: string,
): Promise<SuperAgentSession | undefined> {
  const { rows } = await sql<SuperAgentSession>`
    update super_agent_sessions set title = ${title}
    where organization_id = ${org} and id = ${id} and user_id = ${userId}
    returning id, title, status, created_at, updated_at`.execute(tx)
  return rows[0]
}

/** @returns whether a run was active */
export async function updateCancelled(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<boolean> {
  const { rows } = await sql`
    update super_agent_sessions set status = 'cancelled', updated_at = ${at}
    where organization_id = ${org} and id = ${id} and status = 'processing' returning id`.execute(tx)
  return rows.length > 0
}

/** @returns false if the user has no session with this ID */
export async function deleteSession(tx: Writer, org: OrganizationId, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from super_agent_sessions
    where organization_id = ${org} and id = ${id} and user_id = ${userId} returning id`.execute(tx)
  return rows.length > 0
}
