/**
 * All SQL that changes users and memberships. Lock order, to prevent deadlocks: the organization, its teams by ID, its
 * users by ID.
 */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../core/db.ts'
import type { Language } from '../../../core/languages/current.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import type { SettingsInput } from './schema.ts'

/**
 * Locks the organization until the transaction ends. Changes of admins or of the team tree call this first, so that
 * their checks stay valid. The lock doesn't block transactions that only reference the organization.
 */
export async function lockOrganization(tx: Writer, org: OrganizationId): Promise<void> {
  await sql`select from organizations where id = ${org} for no key update`.execute(tx)
}

/** @returns IDs of the existing teams that aren't archived, locked until the transaction ends */
export async function lockTeams(tx: Writer, org: OrganizationId, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from teams
    where organization_id = ${org} and id = any(${[...ids]}::uuid[]) and archived_at is null
    order by id for share`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export interface UserState {
  readonly id: string
  readonly active: boolean
  readonly primaryTeamId: string | null
  readonly role: Role
}

/** Locks the user against other changes until the transaction ends. */
export async function lockUser(tx: Writer, org: OrganizationId, id: string): Promise<UserState | undefined> {
  // Lock first, then join: a join that waited for the lock would use the previous role and return no row.
  const { rows } = await sql<UserState>`
    with locked as (
      select id, active, role_id, primary_team_id from users
      where organization_id = ${org} and id = ${id} for no key update
    )
    select u.id, u.active, u.primary_team_id as "primaryTeamId", r.type as role
    from locked u join roles r on r.organization_id = ${org} and r.id = u.role_id`.execute(tx)
  return rows[0]
}

/** Locks all members of a team. Call it before any membership changes. */
export async function lockMembers(tx: Writer, org: OrganizationId, teamId: string): Promise<void> {
  await sql`
    select from users
    where organization_id = ${org}
      and id in (select user_id from team_members where organization_id = ${org} and team_id = ${teamId})
    order by id for no key update`.execute(tx)
}

export async function userExists(db: Reader, org: OrganizationId, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where organization_id = ${org} and id = ${id}`.execute(db)
  return rows.length > 0
}

/** Returns an active user and prevents deactivation until the transaction ends. */
export async function shareActiveUser(
  tx: Writer,
  org: OrganizationId,
  id: string,
): Promise<{ id: string; email: string } | undefined> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where organization_id = ${org} and id = ${id} and active for share`.execute(tx)
  return rows[0]
}

/** Whether the organization has another active admin. The caller must lock the organization first. */
export async function hasOtherAdmin(tx: Writer, org: OrganizationId, userId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from users u join roles r on r.organization_id = u.organization_id and r.id = u.role_id
      where u.organization_id = ${org} and u.active and r.type = 'ADMIN' and u.id <> ${userId}) as found`.execute(tx)
  return rows[0]?.found ?? false
}

/** @returns false if nothing changed */
export async function updateActive(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  active: boolean,
  at: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('users')
    .set({ active, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', userId)
    .where('active', '<>', active)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export interface UserChanges {
  readonly first_name?: string | undefined
  readonly last_name?: string | undefined
  readonly bot_name?: string | undefined
  readonly transcript_lang?: string | undefined
  readonly language?: Language | null | undefined
  readonly join_outside_host_meetings?: boolean | undefined
  readonly primary_team_id?: string | null | undefined
  readonly role_id?: string | undefined
}

/** @param settings only the settings to change */
export async function updateUser(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  changes: UserChanges,
  settings: SettingsInput,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changes, settings: sql`settings || ${JSON.stringify(settings)}::jsonb`, updated_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', userId)
    .execute()
}

export async function selectRoles(db: Reader, org: OrganizationId) {
  return db
    .selectFrom('roles')
    .select(['id', 'type'])
    .where('organization_id', '=', org)
    .orderBy(sql`array_position(array['ADMIN', 'MANAGER', 'SALES_REP'], type)`)
    .orderBy('id')
    .execute()
}

export async function isMember(db: Reader, org: OrganizationId, teamId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from team_members
    where organization_id = ${org} and team_id = ${teamId} and user_id = ${userId}`.execute(db)
  return rows.length > 0
}

/** Whether a user is a member of any of the teams. */
export async function isInTeams(
  db: Reader,
  org: OrganizationId,
  userId: string,
  teamIds: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from team_members
    where organization_id = ${org} and user_id = ${userId} and team_id = any(${[...teamIds]}::uuid[]) limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** @returns false if the user was already a member */
export async function insertMember(tx: Writer, org: OrganizationId, teamId: string, userId: string): Promise<boolean> {
  const row = await tx
    .insertInto('team_members')
    .values({ organization_id: org, team_id: teamId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns IDs of the removed members */
export async function deleteMembers(
  tx: Writer,
  org: OrganizationId,
  teamId: string,
  whom: readonly string[] | 'everyone',
): Promise<string[]> {
  const these = whom === 'everyone' ? sql`true` : sql`user_id = any(${[...whom]}::uuid[])`
  const { rows } = await sql<{ user_id: string }>`
    delete from team_members where organization_id = ${org} and team_id = ${teamId} and ${these}
    returning user_id`.execute(tx)
  return rows.map((row) => row.user_id)
}

export async function replaceMemberships(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  teamIds: readonly string[],
): Promise<void> {
  await sql`
    delete from team_members
    where organization_id = ${org} and user_id = ${userId} and team_id <> all(${[...teamIds]}::uuid[])`.execute(tx)
  await sql`
    insert into team_members (organization_id, team_id, user_id)
    select ${org}, id, ${userId} from unnest(${[...teamIds]}::uuid[]) as id
    on conflict do nothing`.execute(tx)
}

/**
 * Corrects the primary team of users whose memberships changed, and sets the time of their last change. The primary team
 * stays if the user is still a member. Otherwise it is the oldest active team of the user, or null.
 */
export async function reconcilePrimaryTeams(
  tx: Writer,
  org: OrganizationId,
  userIds: readonly string[],
  at: Date,
): Promise<void> {
  await sql`
    select from users where organization_id = ${org} and id = any(${[...userIds]}::uuid[])
    order by id for no key update`.execute(tx)
  await sql`
    update users set primary_team_id = settled.team_id, updated_at = ${at}
    from (
      select u.id, (
        select t.id from team_members m join teams t on t.organization_id = m.organization_id and t.id = m.team_id
        where m.organization_id = u.organization_id and m.user_id = u.id and t.archived_at is null
        order by t.id is not distinct from u.primary_team_id desc, t.created_at, t.id limit 1) as team_id
      from users u where u.organization_id = ${org} and u.id = any(${[...userIds]}::uuid[])
    ) as settled
    where users.organization_id = ${org} and users.id = settled.id`.execute(tx)
}
