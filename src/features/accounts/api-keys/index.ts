/**
 * Access: identifies callers by their API keys.
 *
 * An **API key** consists of a row and a token. The token is a JWT that Parley returns once and never stores. An
 * **org-level** key acts for the organization with the admin role and owns no records. A **user-level** key acts as its
 * user and has the same permissions. A token is valid only while its row exists, the key is neither revoked nor
 * expired, and its user is active. Every request checks this, so revocation takes effect immediately. Deactivating a
 * user permanently revokes that user's keys.
 *
 * Authentication creates the `Principal` that every transport passes on.
 */
import type { Clock } from '../../../core/clock.ts'
import type { Database, Reader, Store } from '../../../core/db.ts'
import { invalid, unauthenticated } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import type { AnyOperation } from '../../../core/operation.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { noteRequest } from '../../../core/request-scope.ts'
import { shareReads } from '../../../core/shared-work.ts'
import type { KeyClaims } from '../../../core/tokens.ts'
import { recordOperator } from '../../platform/audit/index.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { endKey, makeKey, type WantedKey } from './keys.ts'
import { listApiKeys } from './list-api-keys.ts'
import { countKeys, type KeyRow, selectAgain, selectAllKeys, selectCaller, updateLastUsed } from './queries.ts'
import type { KeyTokens } from './tokens.ts'

export { createKeyTokens, type KeyTokens } from './tokens.ts'
export { tools } from './tools.ts'

export { createApiKey, deleteApiKey, listApiKeys }

export const operations: readonly AnyOperation[] = [listApiKeys, createApiKey, deleteApiKey]

/** Accepts `<key>` and `Bearer <key>`. The scheme is case-insensitive (RFC 9110, section 11.1). */
const HEADER = /^(?:bearer +)?([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * Creates the function that converts an `Authorization` header to a principal. `onClaim` receives the claims of an
 * authentic token before the key is looked up, and may throw.
 * @throws AppError `unauthenticated`: the header is missing or the key isn't valid. The error doesn't reveal the
 * reason.
 */
export function createAuthenticator(parts: { store: Store; tokens: KeyTokens; clock: Clock; log: Log }) {
  const shareLookup = shareReads<Awaited<ReturnType<typeof selectCaller>>>()
  return async function authenticate(
    header: string | undefined,
    onClaim?: (claims: KeyClaims) => void,
  ): Promise<Principal> {
    const principal = await verifyToken(header, onClaim)
    noteRequest({ principal })
    return principal
  }

  async function verifyToken(
    header: string | undefined,
    onClaim: ((claims: KeyClaims) => void) | undefined,
  ): Promise<Principal> {
    if (header === undefined || header.trim() === '') throw unauthenticated('An API key is required.')
    const token = HEADER.exec(header.trim())?.[1]
    const key = token === undefined ? undefined : await parts.tokens.verify(token)
    if (key === undefined) throw unauthenticated('The API key is not valid.')
    onClaim?.(key)

    const database = parts.store.of(key.organizationId)
    const caller = await shareLookup(`${key.organizationId}/${key.keyId}`, () =>
      selectCaller(database.read, key.organizationId, key.keyId, parts.clock.now()),
    )
    if (caller === undefined) throw unauthenticated('The API key is not valid.')
    if (caller.stale) {
      // The time of last use is informational. Recording it must not delay or fail the request.
      database
        .transact((tx) => updateLastUsed(tx, key.organizationId, key.keyId, parts.clock.now()))
        .catch((error: Error) => parts.log.warn({ error: error.message }, 'last use of a key not recorded'))
    }
    if (caller.user_id === null) {
      return {
        organizationId: key.organizationId,
        role: 'ADMIN',
        scopes: ['read', 'write'],
        via: 'api_key',
        keyId: key.keyId,
      }
    }
    return {
      organizationId: key.organizationId,
      user: {
        id: caller.user_id,
        email: caller.email ?? '',
        teamIds: caller.team_ids ?? [],
        timeZone: caller.time_zone ?? undefined,
      },
      role: caller.role ?? 'SALES_REP',
      scopes: ['read', 'write'],
      via: 'api_key',
      keyId: key.keyId,
    }
  }
}

/**
 * Loads the caller's current role and teams, for work that continues after its request.
 * @returns undefined if the user is deactivated, or the key is revoked or expired
 */
export async function reloadCaller(
  db: Reader,
  org: OrganizationId,
  userId: string,
  was: Pick<Principal, 'via' | 'scopes' | 'keyId' | 'clientId'>,
  now: Date,
): Promise<Principal | undefined> {
  const row = await selectAgain(db, org, userId, was.keyId, now)
  if (row === undefined) return undefined
  const { via, scopes, keyId, clientId } = was
  return {
    ...{
      organizationId: org,
      user: { id: userId, email: row.email, teamIds: row.team_ids, timeZone: row.time_zone ?? undefined },
      role: row.role,
      scopes,
      via,
    },
    ...(keyId === undefined ? {} : { keyId }),
    ...(clientId === undefined ? {} : { clientId }),
  }
}

/**
 * Creates a key from the command line or at the first start, and returns its token.
 * @throws AppError `validation_failed` if the user is unknown or the expiry is in the past
 */
export async function issueKey(
  database: Database,
  org: OrganizationId,
  parts: { tokens: KeyTokens; clock: Clock },
  wanted: WantedKey,
): Promise<{ id: string; token: string }> {
  const at = parts.clock.now()
  if (wanted.expiresAt !== undefined && wanted.expiresAt <= at) {
    throw invalid({ pointer: '/expires', detail: '`expires` must be in the future. Use a later date, or omit it.' })
  }
  return database.transact(async (tx) => {
    const { key, token } = await makeKey(tx, org, parts, wanted, '/user')
    await recordOperator(tx, org, 'createApiKey', at, [{ kind: 'api key', id: key.id }])
    return { id: key.id, token }
  })
}

/** Returns all keys, newest first. */
export const listKeys = (database: Database, org: OrganizationId): Promise<KeyRow[]> =>
  selectAllKeys(database.read, org)

/** Revokes a key. @throws AppError `api_key_not_found` if the key doesn't exist or is already revoked */
export async function revokeKey(database: Database, org: OrganizationId, clock: Clock, id: string): Promise<void> {
  const at = clock.now()
  await database.transact(async (tx) => {
    await endKey(tx, org, id, 'everyone', at, '/id')
    await recordOperator(tx, org, 'deleteApiKey', at, [{ kind: 'api key', id }])
  })
}

/** Counts valid keys, and those used since a given time. */
export const keysInUse = countKeys
