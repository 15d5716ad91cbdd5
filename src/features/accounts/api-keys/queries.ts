/** SQL of API keys. */
import { sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import { newestFirst, orderBy } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { visibleTeams } from '../identity/index.ts'
import type {} from './schema.ts'

/**
 * Returns the caller behind a key in one query. The key must be neither revoked nor expired, and its user must be
 * active. For a user-level key, the row contains the visible teams: the user's own teams and all teams below them.
 */
export async function selectCaller(db: Reader, org: OrganizationId, keyId: string, now: Date) {
  const { rows } = await sql<{
    stale: boolean
    user_id: string | null
    email: string | null
    role: Role | null
    team_ids: string[] | null
    time_zone: string | null
  }>`
    ${sql.raw(PREPARED)} select k.user_id, u.email, u.time_zone, r.type as role,
           k.last_used_at is null or k.last_used_at < ${now}::timestamptz - interval '1 minute' as stale,
           case when k.user_id is not null then ${visibleTeams(org, sql`k.user_id`)} end as team_ids
    from api_keys k
    left join users u on u.organization_id = k.organization_id and u.id = k.user_id
    left join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where k.organization_id = ${org} and k.id = ${keyId} and k.revoked_at is null
      and (k.expires_at is null or k.expires_at > ${now}) and (k.user_id is null or u.active)`.execute(db)
  return rows[0]
}

/**
 * Loads an active user with role and visible teams, for work that continues after its request.
 * @param keyId key of the original request, which must still be valid
 */
export async function selectAgain(
  db: Reader,
  org: OrganizationId,
  userId: string,
  keyId: string | undefined,
  now: Date,
): Promise<{ email: string; role: Role; team_ids: string[]; time_zone: string | null } | undefined> {
  const stands =
    keyId === undefined
      ? sql`true`
      : sql`exists (
          select from api_keys k
          where k.organization_id = ${org} and k.id = ${keyId} and k.user_id = u.id and k.revoked_at is null
            and (k.expires_at is null or k.expires_at > ${now}))`
  const { rows } = await sql<{ email: string; role: Role; team_ids: string[]; time_zone: string | null }>`
    select u.email, u.time_zone, r.type as role, ${visibleTeams(org, sql`u.id`)} as team_ids
    from users u join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where u.organization_id = ${org} and u.id = ${userId} and u.active and ${stands}`.execute(db)
  return rows[0]
}

export async function updateLastUsed(tx: Writer, org: OrganizationId, keyId: string, at: Date): Promise<void> {
  await tx
    .updateTable('api_keys')
    .set({ last_used_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', keyId)
    .execute()
}

export async function insertKey(
  tx: Writer,
  org: OrganizationId,
  key: {
    id: string
    userId: string | undefined
    name: string
    lastFour: string
    createdAt: Date
    expiresAt: Date | undefined
  },
): Promise<void> {
  await tx
    .insertInto('api_keys')
    .values({
      organization_id: org,
      id: key.id,
      user_id: key.userId ?? null,
      name: key.name,
      last_four: key.lastFour,
      created_at: key.createdAt,
      expires_at: key.expiresAt ?? null,
      revoked_at: null,
      last_used_at: null,
    })
    .execute()
}

export interface KeyRow {
  id: string
  user_id: string | null
  email: string | null
  name: string
  last_four: string
  created_at: string
  updated_at: string
  expires_at: string | null
  revoked_at: string | null
  last_used_at: string | null
}

/** Keys of everyone, or of one user. */
type KeysOf = 'everyone' | { readonly userId: string }

/** A key changes only when it is revoked. Its use isn't a change. */
const UPDATED = 'greatest(k.created_at, k.revoked_at)'

const order = newestFirst('api keys', 'k')
const columns = sql.raw(
  `k.id, k.user_id, u.email, k.name, k.last_four, k.created_at, ${UPDATED} as updated_at, k.expires_at, k.revoked_at, k.last_used_at`,
)
const from = sql`api_keys k left join users u on u.organization_id = k.organization_id and u.id = k.user_id`
const belongTo = (org: OrganizationId, of: KeysOf) =>
  sql`k.organization_id = ${org} and ${of === 'everyone' ? sql`true` : sql`k.user_id = ${of.userId}`}`

/** Returns a page of the keys, newest first. */
export const selectKeys = (db: Reader, org: OrganizationId, of: KeysOf, window: ListWindow) =>
  selectListPage<KeyRow>(db, window, { columns, from, where: belongTo(org, of), order, updated: UPDATED })

/** Returns all keys, newest first. */
export async function selectAllKeys(db: Reader, org: OrganizationId): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select ${columns} from ${from} where ${belongTo(org, 'everyone')} ${orderBy(order)}`.execute(db)
  return rows
}

/** Revokes a key. @returns false if no matching key exists or it's already revoked */
export async function updateRevoked(
  tx: Writer,
  org: OrganizationId,
  keyId: string,
  of: KeysOf,
  at: Date,
): Promise<boolean> {
  const whose = of === 'everyone' ? sql`true` : sql`user_id = ${of.userId}`
  const { rows } = await sql`
    update api_keys set revoked_at = ${at}
    where organization_id = ${org} and id = ${keyId} and revoked_at is null and ${whose} returning id`.execute(tx)
  return rows.length > 0
}

/** Counts the keys that are neither revoked nor expired, and those of them used at or after `since`. */
export async function countKeys(
  db: Reader,
  org: OrganizationId,
  now: Date,
  since: Date,
): Promise<{ valid: number; used: number }> {
  const { rows } = await sql<{ valid: number; used: number }>`
    select count(*) as valid, count(*) filter (where last_used_at >= ${since}) as used
    from api_keys
    where organization_id = ${org} and revoked_at is null and (expires_at is null or expires_at > ${now})`.execute(db)
  return rows[0] ?? { valid: 0, used: 0 }
}
