/** All SQL of teams. Their tables are declared by identity. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'

const COLUMNS = ['id', 'name', 'domain', 'parent_id', 'created_at', 'archived_at'] as const

export interface TeamRow {
  id: string
  name: string
  domain: string | null
  parent_id: string | null
  created_at: string
  archived_at: string | null
}

const teams = (db: Reader, org: OrganizationId) => db.selectFrom('teams').where('organization_id', '=', org)

export async function selectPage(
  db: Reader,
  org: OrganizationId,
  filter: { includeArchived: boolean },
  page: { limit: number; offset: number },
): Promise<{ total: number; rows: TeamRow[] }> {
  const query = filter.includeArchived ? teams(db, org) : teams(db, org).where('archived_at', 'is', null)
  const [counted, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst(),
    query.select(COLUMNS).orderBy('name').orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { total: counted?.n ?? 0, rows }
}

/** A team, archived or not. */
export async function selectTeam(db: Reader, org: OrganizationId, id: string): Promise<TeamRow | undefined> {
  return teams(db, org).select(COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** Direct child teams, without archived ones. */
export async function selectChildren(db: Reader, org: OrganizationId, id: string): Promise<TeamRow[]> {
  return teams(db, org)
    .select(COLUMNS)
    .where('parent_id', '=', id)
    .where('archived_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Locks a team against changes and new members until the transaction ends. */
export async function lockTeam(tx: Writer, org: OrganizationId, id: string): Promise<TeamRow | undefined> {
  return teams(tx, org).select(COLUMNS).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** Locks a team with a shared lock, so that it stays active. @returns false if the team doesn't exist or is archived */
export async function shareOpenTeam(tx: Writer, org: OrganizationId, id: string): Promise<boolean> {
  const row = await teams(tx, org)
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  return row !== undefined
}

export interface TeamChanges {
  readonly name?: string | undefined
  readonly domain?: string | null | undefined
  readonly parent_id?: string | null | undefined
  readonly archived_at?: Date | null | undefined
}

export async function updateTeamRow(tx: Writer, org: OrganizationId, id: string, changes: TeamChanges): Promise<void> {
  await tx.updateTable('teams').set(changes).where('organization_id', '=', org).where('id', '=', id).execute()
}

/** Active members, sorted by last name, first name and ID. */
export async function selectMembers(
  db: Reader,
  org: OrganizationId,
  teamId: string,
  page: { limit: number; offset: number },
) {
  const members = sql`
    from team_members m
    join users u on u.organization_id = m.organization_id and u.id = m.user_id
    join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where m.organization_id = ${org} and m.team_id = ${teamId} and u.active`
  const [counted, listed] = await Promise.all([
    sql<{ n: number }>`select count(*) as n ${members}`.execute(db),
    sql<{
      id: string
      email: string
      first_name: string
      last_name: string
      primary: boolean
      role_id: string
      role_type: Role
      role_name: string
    }>`
      select u.id, u.email, u.first_name, u.last_name, u.primary_team_id is not distinct from m.team_id as primary,
             r.id as role_id, r.type as role_type, r.name as role_name
      ${members}
      order by u.last_name, u.first_name, u.id limit ${page.limit} offset ${page.offset}`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows: listed.rows }
}
