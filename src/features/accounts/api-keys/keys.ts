/** Creates and revokes keys, for REST and the command line. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Writer } from '../../../core/db.ts'
import { invalid, notFound } from '../../../core/errors.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import type { KeySigner } from '../../../core/tokens.ts'
import { shareActiveUser } from '../identity/index.ts'
import { insertKey, type KeyRow, updateRevoked } from './queries.ts'

export interface WantedKey {
  readonly name: string
  /** ID of the user of a user-level key. Undefined for an org-level key. */
  readonly userId?: string | undefined
  readonly expiresAt?: Date | undefined
}

/** Selects all keys, org-level keys included, or the keys of one user. */
export type KeysOf = 'everyone' | { readonly userId: string }

export const toVisibleKeys = ({ role, user }: Principal): KeysOf =>
  role === 'ADMIN' || user === undefined ? 'everyone' : { userId: user.id }

/**
 * Creates a key and returns its token, which isn't stored.
 * @param pointer location of the user in the request
 * @throws AppError `validation_failed` if the user doesn't exist or is deactivated
 */
export async function makeKey(
  tx: Writer,
  org: OrganizationId,
  parts: { tokens: KeySigner; clock: Clock },
  wanted: WantedKey,
  pointer: string,
): Promise<{ key: KeyRow; token: string }> {
  const { name, userId, expiresAt } = wanted
  const keyId = newId()
  const issuedAt = parts.clock.now()
  // Locks the user until the key is stored. A concurrent deactivation then revokes the new key too.
  const user = userId === undefined ? undefined : await shareActiveUser(tx, org, userId)
  if (userId !== undefined && user === undefined) {
    throw invalid({ pointer, detail: 'No active user has this ID. Use the ID of an active user of the organization.' })
  }
  const token = await parts.tokens.sign({ keyId, organizationId: org, userId, issuedAt, expiresAt })
  const lastFour = token.slice(-4)
  await insertKey(tx, org, { id: keyId, userId, name, lastFour, createdAt: issuedAt, expiresAt })
  const key = {
    id: keyId,
    user_id: user?.id ?? null,
    email: user?.email ?? null,
    name,
    last_four: lastFour,
    created_at: issuedAt.toISOString(),
    updated_at: issuedAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: null,
    last_used_at: null,
  }
  return { key, token }
}

/**
 * Revokes a key.
 * @param of selects the keys that the caller can revoke
 * @throws AppError `api_key_not_found` if the key doesn't exist or is already revoked
 */
export async function endKey(
  tx: Writer,
  org: OrganizationId,
  id: string,
  of: KeysOf,
  at: Date,
  pointer = '/path/id',
): Promise<void> {
  if (!(await updateRevoked(tx, org, id, of, at))) throw notFound('api key', pointer)
}
