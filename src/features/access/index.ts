/**
 * Access: who is calling, and by what key.
 *
 * An **API key** is a row and a token. The token is a JWT that is shown once and never stored; the row says whose it is:
 * an **org-level** key acts for the organization with the admin role and owns nothing, a **user-level** key acts as its
 * user and can never do more. A token counts only while its row exists, is neither revoked nor expired and its user is
 * active, which is asked at every request: revoking works at once. Keys end for good with their user's access.
 *
 * Authentication makes the one `Principal` that every door hands on.
 */
import type { Clock } from '../../core/clock.ts'
import type { Database, Reader, Store } from '../../core/db.ts'
import { invalid, unauthenticated } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import { noteRequest } from '../../core/request-scope.ts'
import type { KeyClaims } from '../../core/tokens.ts'
import { recordOperator } from '../audit/index.ts'
import { createApiKey } from './create-api-key.ts'
import { deleteApiKey } from './delete-api-key.ts'
import { endKey, makeKey, type WantedKey } from './keys.ts'
import { listApiKeys } from './list-api-keys.ts'
import { countKeys, type KeyRow, selectAgain, selectCaller, selectKeys, updateLastUsed } from './queries.ts'
import type { KeyTokens } from './tokens.ts'

export { createKeyTokens, type KeyTokens } from './tokens.ts'
export { tools } from './tools.ts'

export { createApiKey, deleteApiKey, listApiKeys }

export const operations: readonly AnyOperation[] = [listApiKeys, createApiKey, deleteApiKey]

/** `<key>` and `Bearer <key>` are both accepted, the scheme word in any case (RFC 9110, section 11.1). */
const HEADER = /^(?:bearer +)?([\w-]+\.[\w-]+\.[\w-]+)$/i

/**
 * @returns a function from the value of the `Authorization` header to the caller. `onClaim` gets the claims of an authentic
 * token before its key is looked up, and may throw
 * @throws AppError `unauthenticated`: nothing sent, or no valid key. Which of the reasons it was is nobody's business.
 */
export function createAuthenticator(parts: { store: Store; tokens: KeyTokens; clock: Clock; log: Log }) {
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
    const now = parts.clock.now()
    const caller = await selectCaller(database.read, key.organizationId, key.keyId, now)
    if (caller === undefined) throw unauthenticated('The API key is not valid.')
    if (caller.stale) {
      // When a key was last used is a hint for people: it must neither delay nor fail the request.
      database
        .transact((tx) => updateLastUsed(tx, key.organizationId, key.keyId, now))
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
      user: { id: caller.user_id, email: caller.email ?? '', teamIds: caller.team_ids ?? [] },
      role: caller.role ?? 'SALES_REP',
      scopes: ['read', 'write'],
      via: 'api_key',
      keyId: key.keyId,
    }
  }
}

/**
 * The caller again, as they are by now: for work that goes on after its request and ends with what it was asked by.
 * @returns undefined once the user is deactivated, or the key revoked or over
 */
export async function callerAgain(
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
      user: { id: userId, email: row.email, teamIds: row.team_ids },
      role: row.role,
      scopes,
      via,
    },
    ...(keyId === undefined ? {} : { keyId }),
    ...(clientId === undefined ? {} : { clientId }),
  }
}

/**
 * Makes a key from the command line or at the first start, and gives its token, this once.
 * @throws AppError `validation_failed` for an unknown user or an expiry in the past.
 */
export async function issueKey(
  database: Database,
  org: OrganizationId,
  parts: { tokens: KeyTokens; clock: Clock },
  wanted: WantedKey,
): Promise<{ id: string; token: string }> {
  const at = parts.clock.now()
  if (wanted.expiresAt !== undefined && wanted.expiresAt <= at) {
    throw invalid({ pointer: '/expires', detail: 'A key must expire in the future.' })
  }
  return database.transact(async (tx) => {
    const { key, token } = await makeKey(tx, org, parts, wanted, '/user')
    await recordOperator(tx, org, 'createApiKey', at, [{ kind: 'api key', id: key.id }])
    return { id: key.id, token }
  })
}

/** All keys, newest first. */
export const listKeys = async (database: Database, org: OrganizationId): Promise<KeyRow[]> =>
  (await selectKeys(database.read, org, 'everyone')).rows

/** Ends a key at once. @throws AppError `api_key_not_found`, also for one that was revoked before. */
export async function revokeKey(database: Database, org: OrganizationId, clock: Clock, id: string): Promise<void> {
  const at = clock.now()
  await database.transact(async (tx) => {
    await endKey(tx, org, id, 'everyone', at, '/id')
    await recordOperator(tx, org, 'deleteApiKey', at, [{ kind: 'api key', id }])
  })
}

/** Keys that count now, and of these the ones used since a moment. */
export const keysInUse = countKeys
