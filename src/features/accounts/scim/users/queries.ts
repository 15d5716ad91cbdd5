/** SQL queries for SCIM users. The feature `identity` writes the rows of users. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import { fold } from '../../../../core/fold.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { Doc } from '../protocol/attributes.ts'
import type { Narrowing } from '../protocol/narrow.ts'
import type {} from '../schema.ts'
import type { ScimUserRow } from './model.ts'

/**
 * Users of the organization, without those that an identity provider deleted. A deleted user is deactivated, and
 * reappears after a reactivation in another way.
 */
const visible = (org: OrganizationId) => sql`
  from users u
  left join scim_users s on s.organization_id = ${org} and s.user_id = u.id
  where u.organization_id = ${org} and (s.deleted_at is null or u.active)`

const groups = (org: OrganizationId) => sql`coalesce((
  select json_agg(json_build_object('value', t.id, 'display', t.name) order by t.name, t.id)
  from team_members m join teams t on t.organization_id = ${org} and t.id = m.team_id
  where m.organization_id = ${org} and m.user_id = u.id and t.archived_at is null), '[]')`

const columns = (org: OrganizationId, withGroups: boolean) => sql`
  u.id, u.email, u.first_name, u.last_name, u.active, u.role_id, u.language, u.created_at,
  greatest(u.updated_at, s.updated_at) as modified_at,
  case when s.deleted_at is null then s.user_name end as user_name,
  case when s.deleted_at is null then s.external_id end as external_id,
  case when s.deleted_at is null then s.attributes end as attributes,
  ${withGroups ? groups(org) : sql`null`} as groups`

export async function selectUser(db: Reader, org: OrganizationId, id: string): Promise<ScimUserRow | undefined> {
  const { rows } = await sql<ScimUserRow>`select ${columns(org, true)} ${visible(org)} and u.id = ${id}`.execute(db)
  return rows[0]
}

export async function selectUsersById(db: Reader, org: OrganizationId, ids: readonly string[]): Promise<ScimUserRow[]> {
  const { rows } = await sql<ScimUserRow>`
    select ${columns(org, true)} ${visible(org)} and u.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Selects the page first. Otherwise the query would aggregate groups for skipped rows too. */
export async function selectPage(
  db: Reader,
  org: OrganizationId,
  window: { limit: number; offset: number },
): Promise<{ total: number; rows: ScimUserRow[] }> {
  const [counted, listed] = await Promise.all([
    sql<{ n: number }>`select count(*) as n ${visible(org)}`.execute(db),
    sql<ScimUserRow>`
      select ${columns(org, true)} ${visible(org)} and u.id = any(array(
        select u.id ${visible(org)} order by u.id limit ${window.limit} offset ${window.offset}))
      order by u.id`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows: listed.rows }
}

/** Attribute paths that `narrowed` supports. */
export const NARROWS = new Set(['id', 'username', 'externalid', 'emails.value'])
const BATCH = 2_000

/** Users in ID order: all, or at least those that match the narrowing. */
export async function* scanUsers(
  db: Reader,
  org: OrganizationId,
  wanted: { narrowing: Narrowing | undefined; withGroups: boolean },
): AsyncGenerator<ScimUserRow[]> {
  const chosen = wanted.narrowing === undefined ? sql`true` : narrowed(org, wanted.narrowing)
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    const { rows }: { rows: ScimUserRow[] } = await sql<ScimUserRow>`
      select ${columns(org, wanted.withGroups)} ${visible(org)} and u.id > ${after} and ${chosen}
      order by u.id limit ${BATCH}`.execute(db)
    yield rows
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function narrowed(org: OrganizationId, narrowing: Narrowing) {
  const alternatives = [...narrowing].map(([path, values]) => {
    const folded = values.map(fold)
    switch (path) {
      case 'id':
        return sql`u.id = any(${values.filter((value) => UUID.test(value))}::uuid[])`
      case 'externalid':
        return sql`u.id in (
          select user_id from scim_users where organization_id = ${org} and external_id = any(${[...values]}::text[]))`
      case 'username':
        return sql`u.id in (
          select user_id from scim_users where organization_id = ${org} and user_name_folded = any(${folded}::text[])
            and deleted_at is null
          union all
          select id from users where organization_id = ${org} and email_folded = any(${[...values, ...folded]}::text[]))`
      default:
        return sql`(u.email_folded = any(${[...values, ...folded]}::text[]) or exists (
          select from jsonb_path_query(s.attributes, '$.emails[*].value') as e (value)
          where lower(e.value #>> '{}') = any(${[...values, ...folded]}::text[])))`
    }
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}

/** IDs of the users that are visible to identity providers. */
export async function selectVisible(db: Reader, org: OrganizationId, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select u.id ${visible(org)} and u.id = any(${[...ids]}::uuid[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Whether another user has the user name, stored or derived. The caller must hold the lock on the organization. */
export async function isNameTaken(tx: Writer, org: OrganizationId, name: string, exceptId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    select u.id ${visible(org)} and u.id <> ${exceptId} and case
      when s.user_name_folded is not null and s.deleted_at is null then s.user_name_folded = ${fold(name)}
      else u.email_folded = lower(${name}) end
    limit 1`.execute(tx)
  return rows.length > 0
}

/**
 * Another user with an address, deactivated ones included: `provisioned` if an identity provider has written to that user.
 * The caller must hold the lock on the organization.
 */
export async function selectHolder(
  tx: Writer,
  org: OrganizationId,
  address: string,
  exceptId: string | undefined,
): Promise<'nobody' | 'provisioned' | 'other'> {
  const { rows } = await sql<{ is_provisioned: boolean }>`
    select s.user_name is not null and s.deleted_at is null as is_provisioned
    from users u left join scim_users s on s.organization_id = ${org} and s.user_id = u.id
    where u.organization_id = ${org} and u.email_folded = lower(${address})
      and ${exceptId === undefined ? sql`true` : sql`u.id <> ${exceptId}`}`.execute(tx)
  const [holder] = rows
  if (holder === undefined) return 'nobody'
  return holder.is_provisioned ? 'provisioned' : 'other'
}

/** Deleted user with this email address, who can be restored. */
export async function selectDeleted(tx: Writer, org: OrganizationId, email: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join scim_users s on s.organization_id = u.organization_id and s.user_id = u.id
    where u.organization_id = ${org} and not u.active and s.deleted_at is not null
      and u.email_folded = lower(${email})`.execute(tx)
  return rows[0]?.id
}

export interface ScimUser {
  readonly userName: string
  readonly externalId: string | null
  readonly attributes: Doc
  readonly deletedAt: Date | null
}

export async function upsertScimUser(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  user: ScimUser,
  at: Date,
): Promise<void> {
  const { userName, externalId, attributes, deletedAt } = user
  await sql`
    insert into scim_users (organization_id, user_id, user_name, user_name_folded, external_id, attributes,
                            created_at, updated_at, deleted_at)
    values (${org}, ${userId}, ${userName}, ${fold(userName)}, ${externalId}, ${JSON.stringify(attributes)},
            ${at}, ${at}, ${deletedAt})
    on conflict (organization_id, user_id) do update set
      user_name = excluded.user_name, user_name_folded = excluded.user_name_folded,
      external_id = excluded.external_id, attributes = excluded.attributes, updated_at = excluded.updated_at,
      deleted_at = excluded.deleted_at`.execute(tx)
}
