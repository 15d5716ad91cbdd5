/** SQL queries for recording sessions. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { SourceName } from './schema.ts'

export interface SessionRow {
  id: string
  user_id: string
  title: string | null
  sources: SourceName[]
  statement: string
  finishing_at: string | null
  created_at: string
  updated_at: string
  /** Takes with stored parts, in order. */
  takes: { take: number; parts: number; bytes: number }[]
}

const sessions = (org: OrganizationId) => sql`
  select s.id, s.user_id, s.title, s.sources, s.statement, s.finishing_at, s.created_at, s.updated_at,
    coalesce((
      select json_agg(json_build_object('take', take, 'parts', parts, 'bytes', bytes) order by take)
      from (
        select take, count(*)::int as parts, sum(size)::bigint as bytes from recording_parts
        where organization_id = ${org} and session_id = s.id group by take) as p), '[]') as takes
  from recording_sessions s where s.organization_id = ${org}`

/** Unfinished sessions of a user, newest first. */
export async function selectSessions(db: Reader, org: OrganizationId, userId: string): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    ${sessions(org)} and s.user_id = ${userId} order by s.created_at desc, s.id desc`.execute(db)
  return rows
}

/** @param userId owner; undefined for any */
export async function selectSession(
  db: Reader,
  org: OrganizationId,
  id: string,
  userId?: string,
): Promise<SessionRow | undefined> {
  const isOwned = userId === undefined ? sql`true` : sql`s.user_id = ${userId}`
  const { rows } = await sql<SessionRow>`${sessions(org)} and s.id = ${id} and ${isOwned}`.execute(db)
  return rows[0]
}

/** Locks the session, so that parts are added, and the session ends, one after the other. */
export async function lockSession(
  tx: Writer,
  org: OrganizationId,
  id: string,
  userId?: string,
): Promise<SessionRow | undefined> {
  await sql`
    select from recording_sessions where organization_id = ${org} and id = ${id} for update`.execute(tx)
  return selectSession(tx, org, id, userId)
}

/** Locks the user, so that the limit of sessions holds for concurrent requests. */
export async function countSessions(tx: Writer, org: OrganizationId, userId: string): Promise<number> {
  await sql`select from users where organization_id = ${org} and id = ${userId} for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recording_sessions
    where organization_id = ${org} and user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertSession(
  tx: Writer,
  org: OrganizationId,
  session: {
    readonly id: string
    readonly userId: string
    readonly title: string | null
    readonly sources: readonly SourceName[]
    readonly statement: string
    readonly at: Date
  },
): Promise<void> {
  await sql`
    insert into recording_sessions (organization_id, id, user_id, title, sources, statement, created_at, updated_at)
    values (${org}, ${session.id}, ${session.userId}, ${session.title}, ${session.sources}::text[],
      ${session.statement}, ${session.at}, ${session.at})`.execute(tx)
}

export interface PartRow {
  take: number
  part: number
  size: number
  sha256: string
  file_id: string
}

export async function selectPart(
  db: Reader,
  org: OrganizationId,
  session: string,
  { take, part }: { readonly take: number; readonly part: number },
): Promise<PartRow | undefined> {
  const { rows } = await sql<PartRow>`
    select take, part, size, sha256, file_id from recording_parts
    where organization_id = ${org} and session_id = ${session} and take = ${take} and part = ${part}`.execute(db)
  return rows[0]
}

/** All parts in the order in which they were recorded. */
export async function selectParts(db: Reader, org: OrganizationId, session: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select take, part, size, sha256, file_id from recording_parts
    where organization_id = ${org} and session_id = ${session} order by take, part`.execute(db)
  return rows
}

export async function insertPart(
  tx: Writer,
  org: OrganizationId,
  session: string,
  { take, part, size, sha256, file_id }: PartRow,
  at: Date,
): Promise<void> {
  await sql`
    insert into recording_parts (organization_id, session_id, take, part, size, sha256, file_id)
    values (${org}, ${session}, ${take}, ${part}, ${size}, ${sha256}, ${file_id})`.execute(tx)
  await sql`
    update recording_sessions set updated_at = ${at} where organization_id = ${org} and id = ${session}`.execute(tx)
}

export async function updateFinishing(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`
    update recording_sessions set finishing_at = ${at} where organization_id = ${org} and id = ${id}`.execute(tx)
}

/** Accepts parts again after a failure, unless another request has begun to finish the session. */
export async function clearFinishing(tx: Writer, org: OrganizationId, id: string, at: Date): Promise<void> {
  await sql`
    update recording_sessions set finishing_at = null
    where organization_id = ${org} and id = ${id} and finishing_at = ${at}`.execute(tx)
}

export async function deleteSession(tx: Writer, org: OrganizationId, id: string): Promise<void> {
  await sql`delete from recording_sessions where organization_id = ${org} and id = ${id}`.execute(tx)
}
