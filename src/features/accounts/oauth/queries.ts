/** SQL queries for connections and their tokens. */
import { sql } from 'kysely'
import { PREPARED, type Reader, type Writer } from '../../../core/db.ts'
import { newestFirst } from '../../../core/list-order.ts'
import { type ListWindow, selectListPage } from '../../../core/list-page.ts'
import type { OrganizationId, Role } from '../../../core/principal.ts'
import { visibleTeams } from '../identity/index.ts'
import type { OAuthPayload, TokenKind } from './schema.ts'

const json = (payload: OAuthPayload) => sql`${JSON.stringify(payload)}::jsonb`

export interface CallerRow {
  user_id: string
  email: string
  role: Role
  team_ids: string[]
  time_zone: string | null
  grant_id: string
  client_id: string
  scope: string
  audience: string
  expired: boolean
  stale: boolean
}

/** Finds the caller of an access token in one query. The connection must exist and the user must be active. */
export async function selectCaller(
  db: Reader,
  org: OrganizationId,
  hash: string,
  now: Date,
): Promise<CallerRow | undefined> {
  const { rows } = await sql<CallerRow>`
    ${sql.raw(PREPARED)} select g.user_id, u.email, u.time_zone, r.type as role, ${visibleTeams(org, sql`g.user_id`)} as team_ids,
           g.id as grant_id, g.client_id, t.scope, t.audience, t.expires_at <= ${now}::timestamptz as expired,
           g.last_used_at is null or g.last_used_at < ${now}::timestamptz - interval '1 minute' as stale
    from oauth_tokens t
    join oauth_grants g on g.organization_id = t.organization_id and g.id = t.grant_id
    join users u on u.organization_id = g.organization_id and u.id = g.user_id
    join roles r on r.organization_id = u.organization_id and r.id = u.role_id
    where t.organization_id = ${org} and t.token_hash = ${hash} and t.kind = 'access' and u.active`.execute(db)
  return rows[0]
}

export async function updateLastUsed(tx: Writer, org: OrganizationId, grantId: string, at: Date): Promise<void> {
  await tx
    .updateTable('oauth_grants')
    .set({ last_used_at: at })
    .where('organization_id', '=', org)
    .where('id', '=', grantId)
    .execute()
}

export interface NewGrant {
  readonly id: string
  readonly userId: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly scope: string
  readonly payload: OAuthPayload
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertGrant(tx: Writer, org: OrganizationId, grant: NewGrant): Promise<void> {
  await sql`
    insert into oauth_grants (
      organization_id, id, user_id, client_id, client_name, redirect_host, scope, payload, created_at, expires_at)
    values (
      ${org}, ${grant.id}, ${grant.userId}, ${grant.clientId}, ${grant.clientName}, ${grant.redirectHost},
      ${grant.scope}, ${json(grant.payload)}, ${grant.createdAt}, ${grant.expiresAt})`.execute(tx)
}

export async function selectGrant(
  db: Reader,
  org: OrganizationId,
  id: string,
  now: Date,
): Promise<OAuthPayload | undefined> {
  const { rows } = await sql<{ payload: OAuthPayload }>`
    select payload from oauth_grants
    where organization_id = ${org} and id = ${id} and expires_at > ${now}`.execute(db)
  return rows[0]?.payload
}

export interface NewToken {
  readonly kind: TokenKind
  readonly hash: string
  readonly grantId: string
  readonly scope: string
  readonly audience: string | undefined
  readonly payload: OAuthPayload
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** @returns false if the connection has ended; nothing is written then */
export async function insertToken(tx: Writer, org: OrganizationId, token: NewToken): Promise<boolean> {
  const { rows } = await sql`
    insert into oauth_tokens (
      organization_id, token_hash, kind, grant_id, scope, audience, payload, created_at, expires_at)
    select organization_id, ${token.hash}, ${token.kind}, id, ${token.scope}, ${token.audience ?? null}::text,
           ${json(token.payload)}, ${token.createdAt}::timestamptz, ${token.expiresAt}::timestamptz
    from oauth_grants where organization_id = ${org} and id = ${token.grantId} for share
    returning token_hash`.execute(tx)
  return rows.length > 0
}

/** @returns the token if it hasn't expired, even if it was used */
export async function selectToken(
  db: Reader,
  org: OrganizationId,
  kind: TokenKind,
  hash: string,
  now: Date,
): Promise<{ payload: OAuthPayload; consumed_at: string | null } | undefined> {
  const { rows } = await sql<{ payload: OAuthPayload; consumed_at: string | null }>`
    select payload, consumed_at from oauth_tokens
    where organization_id = ${org} and token_hash = ${hash} and kind = ${kind} and expires_at > ${now}`.execute(db)
  return rows[0]
}

/**
 * Marks a token as used and keeps the time of its first use. A single statement decides, so concurrent requests to
 * several processes agree.
 * @param reusableSince tokens first used after this time can be used again; `undefined` means never
 * @returns whether the caller may use the token
 */
export async function updateConsumed(
  tx: Writer,
  org: OrganizationId,
  hash: string,
  { at, reusableSince }: { readonly at: Date; readonly reusableSince: Date | undefined },
): Promise<boolean> {
  const { rows } = await sql`
    update oauth_tokens set consumed_at = coalesce(consumed_at, ${at}::timestamptz)
    where organization_id = ${org} and token_hash = ${hash}
      and (consumed_at is null or consumed_at > ${reusableSince ?? null}::timestamptz) returning token_hash`.execute(tx)
  return rows.length > 0
}

export async function deleteToken(tx: Writer, org: OrganizationId, hash: string): Promise<void> {
  await tx.deleteFrom('oauth_tokens').where('organization_id', '=', org).where('token_hash', '=', hash).execute()
}

/**
 * Deletes a connection with all its tokens.
 * @param of users whose connections can be deleted
 */
export async function deleteGrant(tx: Writer, org: OrganizationId, id: string, of: ConnectionsOf): Promise<boolean> {
  const { rows } = await sql`
    delete from oauth_grants g where g.organization_id = ${org} and g.id = ${id} and ${belongingTo(of)}
    returning g.id`.execute(tx)
  return rows.length > 0
}

/**
 * Deletes expired rows. Also deletes connections without tokens after one day: younger ones may be waiting for their
 * code.
 */
export async function deleteExpired(tx: Writer, org: OrganizationId, now: Date): Promise<void> {
  await sql`delete from oauth_interactions where organization_id = ${org} and expires_at <= ${now}`.execute(tx)
  await sql`delete from oauth_tokens where organization_id = ${org} and expires_at <= ${now}`.execute(tx)
  await sql`
    delete from oauth_grants g
    where g.organization_id = ${org} and (g.expires_at <= ${now} or g.created_at < ${now}::timestamptz - interval '1 day'
      and not exists (select from oauth_tokens t where t.organization_id = g.organization_id and t.grant_id = g.id))
  `.execute(tx)
}

export async function upsertInteraction(
  tx: Writer,
  org: OrganizationId,
  hash: string,
  payload: OAuthPayload,
  expiresAt: Date,
): Promise<void> {
  await sql`
    insert into oauth_interactions (organization_id, id_hash, payload, expires_at)
    values (${org}, ${hash}, ${json(payload)}, ${expiresAt})
    on conflict (organization_id, id_hash) do update set payload = excluded.payload`.execute(tx)
}

export async function selectInteraction(
  db: Reader,
  org: OrganizationId,
  hash: string,
  now: Date,
): Promise<OAuthPayload | undefined> {
  const { rows } = await sql<{ payload: OAuthPayload }>`
    select payload from oauth_interactions
    where organization_id = ${org} and id_hash = ${hash} and expires_at > ${now}`.execute(db)
  return rows[0]?.payload
}

export async function deleteInteraction(tx: Writer, org: OrganizationId, hash: string): Promise<void> {
  await tx.deleteFrom('oauth_interactions').where('organization_id', '=', org).where('id_hash', '=', hash).execute()
}

/** Selects the connections of everyone or of one user. */
export type ConnectionsOf = 'everyone' | { readonly userId: string }

const belongingTo = (of: ConnectionsOf) => (of === 'everyone' ? sql`true` : sql`g.user_id = ${of.userId}`)

export interface ConnectedAppRow {
  id: string
  client_id: string
  client_name: string
  redirect_host: string
  scope: string
  user_id: string
  email: string
  created_at: string
  last_used_at: string | null
  expires_at: string
}

const connectionOrder = newestFirst('connected apps', 'g')

/** Connections with at least one unused, unexpired token, newest first. A connection expires with its last token. */
export const selectConnections = (db: Reader, org: OrganizationId, of: ConnectionsOf, now: Date, window: ListWindow) =>
  selectListPage<ConnectedAppRow>(db, window, {
    columns: sql`
      g.id, g.client_id, g.client_name, g.redirect_host, g.scope, g.user_id, u.email, g.created_at, g.last_used_at,
      least(g.expires_at, last.expires_at) as expires_at`,
    from: sql`
      oauth_grants g
      left join users u on u.organization_id = g.organization_id and u.id = g.user_id
      cross join lateral (
        select max(t.expires_at) as expires_at from oauth_tokens t
        where t.organization_id = g.organization_id and t.grant_id = g.id and t.consumed_at is null
          and t.expires_at > ${now}
      ) last`,
    where: sql`
      g.organization_id = ${org} and ${belongingTo(of)} and g.expires_at > ${now} and last.expires_at is not null`,
    order: connectionOrder,
  })

/** Scopes of all unexpired connections between a user and a client. */
export async function selectGrantedScopes(
  db: Reader,
  org: OrganizationId,
  userId: string,
  clientId: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ scope: string }>`
    select g.scope from oauth_grants g
    where g.organization_id = ${org} and g.user_id = ${userId} and g.client_id = ${clientId} and g.expires_at > ${now}
  `.execute(db)
  return rows.map((row) => row.scope)
}
