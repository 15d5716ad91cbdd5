/** SQL queries for SCIM groups. The feature `identity` writes the rows of teams. */
import { sql } from 'kysely'
import type { Reader, Writer } from '../../../../core/db.ts'
import { fold } from '../../../../core/fold.ts'
import type { OrganizationId } from '../../../../core/principal.ts'
import type { Doc } from '../protocol/attributes.ts'
import type { Narrowing } from '../protocol/narrow.ts'
import type {} from '../schema.ts'
import type { GroupRow } from './model.ts'

/** Teams that aren't archived. */
const visible = (org: OrganizationId) => sql`
  from teams t
  left join scim_groups s on s.organization_id = t.organization_id and s.team_id = t.id
  where t.organization_id = ${org} and t.archived_at is null`

/**
 * Fingerprint of the members: their number and the sum of the hashes of their IDs. Needs no sorting and no list of ten
 * thousand IDs.
 */
const mark = sql`(
  select count(*) || ' ' || coalesce(sum(hashtextextended(m.user_id::text, 0)), 0)
  from team_members m where m.organization_id = t.organization_id and m.team_id = t.id)`

const columns = (marked: boolean) => sql`
  t.id, t.name, t.created_at, greatest(t.updated_at, s.updated_at) as modified_at, s.external_id, s.extensions,
  ${marked ? mark : sql`null`} as members_mark`

export async function selectGroups(db: Reader, org: OrganizationId, ids: readonly string[]): Promise<GroupRow[]> {
  const { rows } = await sql<GroupRow>`
    select ${columns(true)} ${visible(org)} and t.id = any(${[...ids]}::uuid[])`.execute(db)
  return rows
}

/** Selects the page first. Otherwise the query would aggregate members for skipped rows too. */
export async function selectPage(
  db: Reader,
  org: OrganizationId,
  window: { limit: number; offset: number },
): Promise<{ total: number; rows: GroupRow[] }> {
  const [counted, listed] = await Promise.all([
    sql<{ n: number }>`select count(*) as n ${visible(org)}`.execute(db),
    sql<GroupRow>`
      select ${columns(true)} ${visible(org)} and t.id = any(array(
        select t.id ${visible(org)} order by t.id limit ${window.limit} offset ${window.offset}))
      order by t.id`.execute(db),
  ])
  return { total: counted.rows[0]?.n ?? 0, rows: listed.rows }
}

/** Attribute paths that `narrowed` supports. */
export const NARROWS = new Set(['id', 'externalid', 'members.value'])
const BATCH = 2_000

/** Teams in ID order: all, or at least those that match the narrowing. */
export async function* scanGroups(
  db: Reader,
  org: OrganizationId,
  narrowing: Narrowing | undefined,
): AsyncGenerator<GroupRow[]> {
  const chosen = narrowing === undefined ? sql`true` : narrowed(org, narrowing)
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    const { rows }: { rows: GroupRow[] } = await sql<GroupRow>`
      select ${columns(false)} ${visible(org)} and t.id > ${after} and ${chosen}
      order by t.id limit ${BATCH}`.execute(db)
    yield rows
    after = rows.length < BATCH ? undefined : rows.at(-1)?.id
  }
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function narrowed(org: OrganizationId, narrowing: Narrowing) {
  const alternatives = [...narrowing].map(([path, values]) => {
    const ids = values.filter((value) => UUID.test(value))
    switch (path) {
      case 'id':
        return sql`t.id = any(${ids}::uuid[])`
      case 'externalid':
        return sql`s.external_id = any(${[...values]}::text[])`
      default:
        return sql`t.id in (
          select team_id from team_members where organization_id = ${org} and user_id = any(${ids}::uuid[]))`
    }
  })
  return sql`(${sql.join(alternatives, sql` or `)})`
}

export interface MemberRow {
  team_id: string
  id: string
  email: string
  first_name: string
  last_name: string
  display_name: string | null
}

/** Members of the given groups, ordered by ID. */
export async function selectMembers(db: Reader, org: OrganizationId, teamIds: readonly string[]): Promise<MemberRow[]> {
  const { rows } = await sql<MemberRow>`
    select m.team_id, u.id, u.email, u.first_name, u.last_name, s.attributes ->> 'displayName' as display_name
    from team_members m
    join users u on u.organization_id = m.organization_id and u.id = m.user_id
    left join scim_users s on s.organization_id = u.organization_id and s.user_id = u.id
    where m.organization_id = ${org} and m.team_id = any(${[...teamIds]}::uuid[])
      and (s.deleted_at is null or u.active)
    order by m.team_id, u.id`.execute(db)
  return rows
}

/** Member IDs only, for updates. */
export async function selectMemberIds(db: Reader, org: OrganizationId, teamId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select user_id as id from team_members where organization_id = ${org} and team_id = ${teamId}
    order by user_id`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Whether another group has the name. Locks the name until the transaction ends. Lock order: this lock is taken last.
 */
export async function isNameTaken(tx: Writer, org: OrganizationId, name: string, exceptId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${org} || ${fold(name)}, 2))`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select t.id ${visible(org)} and t.id <> ${exceptId} and lower(t.name) = lower(${name}) limit 1`.execute(tx)
  return rows.length > 0
}

export async function upsertScimGroup(
  tx: Writer,
  org: OrganizationId,
  teamId: string,
  group: { readonly externalId: string | null; readonly extensions: Doc },
  at: Date,
): Promise<void> {
  await sql`
    insert into scim_groups (organization_id, team_id, external_id, extensions, created_at, updated_at)
    values (${org}, ${teamId}, ${group.externalId}, ${JSON.stringify(group.extensions)}, ${at}, ${at})
    on conflict (organization_id, team_id) do update set
      external_id = excluded.external_id, extensions = excluded.extensions, updated_at = excluded.updated_at`.execute(
    tx,
  )
}
