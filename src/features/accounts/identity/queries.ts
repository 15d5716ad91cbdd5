/** All SQL of identity. */
import { type RawBuilder, sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import type { UserSettings } from './schema.ts'

/** User with role and active teams. */
export interface UserRow {
  id: string
  email: string
  first_name: string
  last_name: string
  bot_name: string
  primary_team_id: string | null
  transcript_lang: string
  language: string | null
  join_outside_host_meetings: boolean | null
  settings: UserSettings
  active: boolean
  updated_at: string
  role_id: string
  role_type: Role
  teams: { id: string; name: string; domain: string | null; parent_id: string | null }[]
}

export async function selectUsers(
  db: Reader,
  org: OrganizationId,
  filter: {
    readonly id?: string
    readonly teamId?: string | undefined
    readonly alsoDeactivated?: boolean
    readonly updatedSince?: Date | undefined
  },
): Promise<UserRow[]> {
  const members =
    filter.teamId === undefined
      ? sql`true`
      : sql`exists (
        select from team_members m where m.organization_id = u.organization_id and m.user_id = u.id and m.team_id = ${filter.teamId})`
  const named = filter.id === undefined ? sql`true` : sql`u.id = ${filter.id}`
  const standing = filter.alsoDeactivated ? sql`true` : sql`u.active`
  const changed = filter.updatedSince === undefined ? sql`true` : sql`u.updated_at >= ${filter.updatedSince}`
  const { rows } = await sql<UserRow>`
    select u.id, u.email, u.first_name, u.last_name, u.bot_name, u.primary_team_id, u.transcript_lang, u.language,
           u.join_outside_host_meetings, u.settings, u.active, u.updated_at, r.id as role_id,
           r.type as role_type,
           coalesce((
             select json_agg(json_build_object('id', t.id, 'name', t.name, 'domain', t.domain, 'parent_id', t.parent_id)
                             order by t.name, t.id)
             from team_members m join teams t on t.organization_id = m.organization_id and t.id = m.team_id
             where m.organization_id = u.organization_id and m.user_id = u.id and t.archived_at is null), '[]') as teams
    from users u join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where u.organization_id = ${org} and ${standing} and ${named} and ${members} and ${changed}
    order by u.last_name, u.first_name, u.id`.execute(db)
  return rows
}

/** ID of no user. A comparison with null would remove the table of users from the plan, and its organization with it. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Returns the organization name and the user in one query, because assistants request it at the start of each chat. */
export async function selectStanding(db: Reader, org: OrganizationId, userId: string | undefined) {
  const { rows } = await sql<{
    organization: string
    email: string | null
    first_name: string | null
    last_name: string | null
    language: string | null
    teams: { id: string; name: string }[]
  }>`
    ${sql.raw(PREPARED)} select o.name as organization, u.email, u.first_name, u.last_name, u.language,
           coalesce((
             select json_agg(json_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
             from team_members m join teams t on t.organization_id = ${org} and t.id = m.team_id
             where m.organization_id = ${org} and m.user_id = u.id and t.archived_at is null), '[]') as teams
    from organizations o left join users u on u.organization_id = ${org} and u.id = ${userId ?? NOBODY}
    where o.id = ${org}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The organization of the caller is missing.')
  return row
}

export async function selectTeam(db: Reader, org: OrganizationId, id: string) {
  return db
    .selectFrom('teams')
    .select(['id', 'name', 'parent_id'])
    .where('organization_id', '=', org)
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
}

/** Returns the given teams and all descendants, including archived teams, whose conversations stay readable. */
export async function selectTeamsWithin(db: Reader, org: OrganizationId, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive within as (
      select id from teams where organization_id = ${org} and id = any(${[...ids]}::uuid[])
      union
      select t.id from teams t join within w on t.parent_id = w.id where t.organization_id = ${org}
    )
    select id from within`.execute(db)
  return rows.map((row) => row.id)
}

/** Returns a team and all teams above it. */
export async function selectTeamsAbove(db: Reader, org: OrganizationId, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive above as (
      select id, parent_id from teams where organization_id = ${org} and id = ${id}
      union
      select t.id, t.parent_id from teams t join above a on t.id = a.parent_id where t.organization_id = ${org}
    )
    select id from above`.execute(db)
  return rows.map((row) => row.id)
}

/** SQL array of the teams that a user can read: their teams and all descendants. For authentication queries. */
export const visibleTeams = (org: OrganizationId, userId: RawBuilder<unknown>): RawBuilder<string[]> => sql<string[]>`
  array(
    with recursive seen as (
      select m.team_id as id from team_members m where m.organization_id = ${org} and m.user_id = ${userId}
      union
      select t.id from teams t join seen on t.parent_id = seen.id where t.organization_id = ${org}
    )
    select id from seen)`

/**
 * SQL set of teams that something is shared with so that a user sees it: the given teams and all teams above them.
 * @param ids teams that the user can read
 */
export const teamsAround = (org: OrganizationId, ids: readonly string[]): RawBuilder<unknown> => sql`
  (with recursive above as (
    select id, parent_id from teams where organization_id = ${org} and id = any(${[...ids]}::uuid[])
    union
    select t.id, t.parent_id from teams t join above a on t.id = a.parent_id where t.organization_id = ${org}
  )
  select id from above)`

/** Language of emails to a user: the chosen one, else the one of the browser. */
const LANGUAGE = sql<string | null>`coalesce(users.language, users.browser_language)`

export async function selectActiveUser(db: Reader, org: OrganizationId, by: { id: string } | { email: string }) {
  const query = db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'primary_team_id', 'time_zone', LANGUAGE.as('language')])
    .where('organization_id', '=', org)
    .where('active', '=', true)
  return 'id' in by
    ? query.where('id', '=', by.id).executeTakeFirst()
    : query.where('email_folded', '=', by.email.toLowerCase()).executeTakeFirst()
}

/**
 * Returns at most two active users with a user name: the part of the email address before the `@`, or first and last name.
 * A dot, a hyphen or an underscore can separate the names.
 */
export async function selectUsersNamed(db: Reader, org: OrganizationId, name: string): Promise<string[]> {
  const folded = name.trim().toLowerCase()
  const words = folded.replaceAll(/[\s._-]+/g, ' ')
  const { rows } = await sql<{ id: string }>`
    select id from users
    where organization_id = ${org} and active
      and (split_part(email_folded, '@', 1) = ${folded}
        or regexp_replace(lower(first_name || ' ' || last_name), '[[:space:]._-]+', ' ', 'g') = ${words})
    order by id limit 2`.execute(db)
  return rows.map(({ id }) => id)
}

/** Returns the active admin who was created first. */
export async function selectFirstAdmin(db: Reader, org: OrganizationId) {
  return db
    .selectFrom('users')
    .innerJoin('roles', (join) =>
      join.onRef('roles.organization_id', '=', 'users.organization_id').onRef('roles.id', '=', 'users.role_id'),
    )
    .select([
      'users.id',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.primary_team_id',
      'users.time_zone',
    ])
    .select(LANGUAGE.as('language'))
    .where('users.organization_id', '=', org)
    .where('users.active', '=', true)
    .where('roles.type', '=', 'ADMIN')
    .orderBy('users.created_at')
    .orderBy('users.id')
    .limit(1)
    .executeTakeFirst()
}

export async function selectDomains(db: Reader, org: OrganizationId): Promise<string[]> {
  const rows = await db.selectFrom('organization_domains').select('domain').where('organization_id', '=', org).execute()
  return rows.map((row) => row.domain)
}

/** Maximum number of addresses of users outside of the domains of their organization. */
const OWN_ADDRESSES_MAX = 5_000

/** Returns domains and telephone numbers of an organization, and addresses of its active users outside of the domains. */
export async function selectOwnAddresses(db: Reader, org: OrganizationId): Promise<string[]> {
  const { rows } = await sql<{ own: string }>`
    with domains as (select domain from organization_domains where organization_id = ${org})
    select domain as own from domains
    union all
    select number from organization_phone_numbers where organization_id = ${org}
    union all
    (select email_folded from users
     where organization_id = ${org} and active and split_part(email_folded, '@', 2) not in (select domain from domains)
     limit ${OWN_ADDRESSES_MAX})`.execute(db)
  return rows.map(({ own }) => own)
}

/** @returns false if the organization already has the domain */
export async function insertDomain(tx: Writer, org: OrganizationId, domain: string): Promise<boolean> {
  const { rows } = await sql`
    insert into organization_domains (organization_id, domain) values (${org}, ${domain})
    on conflict do nothing returning domain`.execute(tx)
  return rows.length > 0
}

export async function deleteDomain(tx: Writer, org: OrganizationId, domain: string): Promise<boolean> {
  const { rows } = await sql`
    delete from organization_domains where organization_id = ${org} and domain = ${domain} returning domain`.execute(tx)
  return rows.length > 0
}

export async function insertOrganization(
  tx: Writer,
  org: OrganizationId,
  organization: {
    name: string
    domains: readonly string[]
    createdAt: Date
    roles: readonly { id: string; type: Role; name: string }[]
  },
): Promise<void> {
  await tx
    .insertInto('organizations')
    .values({ id: org, name: organization.name, created_at: organization.createdAt })
    .execute()
  if (organization.domains.length > 0) {
    await tx
      .insertInto('organization_domains')
      .values(organization.domains.map((domain) => ({ organization_id: org, domain })))
      .execute()
  }
  await tx
    .insertInto('roles')
    .values(organization.roles.map((role) => ({ organization_id: org, ...role })))
    .execute()
}

export interface NewTeam {
  id: string
  name: string
  domain: string | null
  parentId: string | undefined
  createdAt: Date
}

export async function insertTeam(tx: Writer, org: OrganizationId, team: NewTeam): Promise<void> {
  await tx
    .insertInto('teams')
    .values({
      organization_id: org,
      id: team.id,
      name: team.name,
      domain: team.domain,
      parent_id: team.parentId ?? null,
      created_at: team.createdAt,
      updated_at: team.createdAt,
      archived_at: null,
    })
    .execute()
}

export interface NewUser {
  id: string
  email: string
  firstName: string
  lastName: string
  role: Role
  teamIds: readonly string[]
  createdAt: Date
}

/**
 * Takes an advisory lock on an email address before a user gets it. An insert detects a duplicate by its unique index;
 * an update has to check before it writes.
 */
export async function lockAddress(tx: Writer, org: OrganizationId, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${org} || lower(${email}), 1))`.execute(tx)
}

/** @returns false if another user of the organization has the address; nothing is written then */
export async function insertUser(tx: Writer, org: OrganizationId, user: NewUser): Promise<boolean> {
  await lockAddress(tx, org, user.email)
  const role = await tx
    .selectFrom('roles')
    .select('id')
    .where('organization_id', '=', org)
    .where('type', '=', user.role)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const inserted = await tx
    .insertInto('users')
    .values({
      organization_id: org,
      id: user.id,
      email: user.email,
      first_name: user.firstName,
      last_name: user.lastName,
      role_id: role.id,
      primary_team_id: user.teamIds[0] ?? null,
      join_outside_host_meetings: null,
      created_at: user.createdAt,
      updated_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted === undefined) return false
  if (user.teamIds.length > 0) {
    await tx
      .insertInto('team_members')
      .values(user.teamIds.map((teamId) => ({ organization_id: org, team_id: teamId, user_id: user.id })))
      .execute()
  }
  return true
}

/** Key of the advisory lock that serializes first starts. The value is arbitrary. */
const FIRST_START = 5_417_002

/** Whether the installation has no organization. Blocks other first starts until the transaction ends. */
export async function lockEmptyInstallation(tx: Writer): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${sql.lit(FIRST_START)})`.execute(tx)
  const { rows } = await sql<{ empty: boolean }>`select installation_is_empty() as empty`.execute(tx)
  return rows[0]?.empty ?? false
}
