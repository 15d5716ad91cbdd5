/** All SQL of teams. Their tables are declared by identity. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import { ascending, defineOrder } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'

const COLUMNS = ['id', 'name', 'domain', 'parent_id', 'created_at', 'updated_at', 'archived_at'] as const

export interface TeamRow {
  id: string
  name: string
  domain: string | null
  parent_id: string | null
  created_at: string
  updated_at: string
  archived_at: string | null
}

const teams = (db: Reader, org: OrganizationId) => db.selectFrom('teams').where('organization_id', '=', org)

const teamOrder = defineOrder('teams', ascending('t.name', 'text'), ascending('t.id', 'uuid'))

export const selectPage = (
  db: Reader,
  org: OrganizationId,
  filter: { readonly includeArchived: boolean },
  window: ListWindow,
) =>
  selectListPage<TeamRow>(db, window, {
    columns: sql.raw(COLUMNS.map((column) => `t.${column}`).join(', ')),
    from: sql`teams t`,
    where: sql`t.organization_id = ${org} and ${filter.includeArchived ? sql`true` : sql`t.archived_at is null`}`,
    order: teamOrder,
    updated: 't.updated_at',
  })

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

export async function updateTeamRow(
  tx: Writer,
  org: OrganizationId,
  id: string,
  changes: TeamChanges,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('teams')
    .set({ ...changes, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .execute()
}

export interface MemberRow {
  id: string
  email: string
  first_name: string
  last_name: string
  primary: boolean
  role_id: string
  role_type: Role
}

const memberOrder = defineOrder(
  'team members',
  ascending('u.last_name', 'text'),
  ascending('u.first_name', 'text'),
  ascending('u.id', 'uuid'),
)

/** Active members, sorted by last name, first name and ID. */
export const selectMembers = (db: Reader, org: OrganizationId, teamId: string, window: ListWindow) =>
  selectListPage<MemberRow>(db, window, {
    columns: sql`
      u.id, u.email, u.first_name, u.last_name, u.primary_team_id is not distinct from m.team_id as primary,
      r.id as role_id, r.type as role_type`,
    from: sql`
      team_members m
      join users u on u.organization_id = m.organization_id and u.id = m.user_id
      join roles r on r.organization_id = u.organization_id and r.id = u.role_id`,
    where: sql`m.organization_id = ${org} and m.team_id = ${teamId} and u.active`,
    order: memberOrder,
  })
