/** Making and ending keys, the same for REST and the command line. */
import { type Clock, newId } from '../../core/clock.ts'
import type { Writer } from '../../core/db.ts'
import { invalid, notFound } from '../../core/errors.ts'
import type { OrganizationId, Principal } from '../../core/principal.ts'
import type { KeySigner } from '../../core/tokens.ts'
import { shareActiveUser } from '../identity/index.ts'
import { insertKey, type KeyRow, updateRevoked } from './queries.ts'

export interface WantedKey {
  readonly name: string
  /** Whose key; without one it is an org-level key. */
  readonly userId?: string | undefined
  readonly expiresAt?: Date | undefined
}

/** Whose keys: everybody's, org-level ones included, or those of one user. */
export type KeysOf = 'everyone' | { readonly userId: string }

export const keysSeenBy = ({ role, user }: Principal): KeysOf =>
  role === 'ADMIN' || user === undefined ? 'everyone' : { userId: user.id }

/**
 * Makes a key and gives its token, this once.
 * @param pointer where the request names the user
 * @throws AppError `validation_failed` for a user who is none, or deactivated.
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
  // Held until the key is there, so that it ends with the user even when both happen at the same moment.
  const user = userId === undefined ? undefined : await shareActiveUser(tx, org, userId)
  if (userId !== undefined && user === undefined) throw invalid({ pointer, detail: 'There is no such user.' })
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
    expires_at: expiresAt?.toISOString() ?? null,
    revoked_at: null,
    last_used_at: null,
  }
  return { key, token }
}

/**
 * Ends a key at once.
 * @param of whose keys may be ended
 * @throws AppError `api_key_not_found`, also for one that was revoked before.
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
