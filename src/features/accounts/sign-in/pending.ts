/**
 * Second step of a sign-in: the code of the authenticator app, or a recovery code.
 *
 * A pending sign-in is a random token in a cookie of the browser that proved the first factor, and is stored as a digest.
 * It lasts ten minutes and accepts five codes. Codes are also counted for the user and for the network, so that further
 * pending sign-ins don't allow more guesses.
 */
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store, Writer } from '../../../core/db.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { recordPerson } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { type KeyPorts, selectFactors, useAppCode, useRecoveryCode } from '../second-factors/index.ts'
import { countPendingAttempt, selectPending, takePending } from './queries.ts'
import { type Arrival, addSession, type StartedSession, toRequestSource } from './sessions.ts'

const ATTEMPTS_MAX = 5
const CODES_OF_A_USER = { max: 10, seconds: 900 }
const CODES_FROM_A_NETWORK = { max: 100, seconds: 900 }

/** Pending sign-in, as shown on its page. */
export interface PendingSignIn {
  readonly email: string
  readonly organizationName: string
  /** Whether the user has an authenticator app. Otherwise, the second factor is a passkey. */
  readonly hasApp: boolean
  readonly hasPasskey: boolean
  readonly returnTo: string | undefined
}

export type CodeAnswer =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  /** `ended`: the pending sign-in expired, was used, or its attempts are used up. */
  | { readonly is: 'wrong' | 'ended' | 'too_many' }

interface PendingParts extends KeyPorts {
  readonly store: Store
  readonly clock: Clock
  readonly attempts: Attempts
}

export function createPendingSignIns(parts: PendingParts) {
  const { store, clock, attempts } = parts

  /** Checks the code and starts the session. Lock order: user, then code, then pending sign-in. */
  async function complete(
    tx: Writer,
    org: OrganizationId,
    { userId, hash, code, from }: { userId: string; hash: string; code: string; from: Arrival },
  ): Promise<CodeAnswer> {
    const now = clock.now()
    const user = await shareActiveUser(tx, org, userId)
    if (user === undefined) return { is: 'ended' }
    const byApp = await useAppCode(tx, org, parts, { userId, now, code })
    if (!byApp && !(await useRecoveryCode(tx, org, userId, code))) return { is: 'wrong' }
    const pending = await takePending(tx, org, hash)
    if (pending === undefined) return { is: 'ended' }
    const source = toRequestSource(from)
    if (!byApp) await recordPerson(tx, org, 'useRecoveryCode', { user, source }, now, [{ kind: 'user', id: userId }])
    const returnTo = pending.return_to ?? undefined
    return { is: 'begun', begun: await addSession(tx, org, clock, user, { way: pending.way, from, returnTo }) }
  }

  return {
    /** @returns undefined if the sign-in has ended */
    async findPending(token: string | undefined): Promise<PendingSignIn | undefined> {
      const read = token === undefined ? undefined : readOpaqueToken(token)
      if (read === undefined) return undefined
      const { organizationId: org, hash } = read
      const db = store.of(org).read
      const row = await selectPending(db, org, hash, { now: clock.now(), maximum: ATTEMPTS_MAX })
      if (row === undefined) return undefined
      const factors = (await selectFactors(db, org, [row.user_id])).get(row.user_id)
      return {
        ...{ email: row.email, organizationName: row.organization_name },
        ...{ hasApp: factors?.appSince !== undefined, hasPasskey: (factors?.passkeys ?? 0) > 0 },
        returnTo: row.return_to ?? undefined,
      }
    },

    /** Completes a sign-in with a code. The attempt is counted, and committed, before the code is checked. */
    async enterCode(token: string | undefined, code: string, from: Arrival): Promise<CodeAnswer> {
      const read = token === undefined ? undefined : readOpaqueToken(token)
      if (read === undefined) return { is: 'ended' }
      const { organizationId: org, hash } = read
      if (!(await attempts.take('second factor from', toNetworkKey(from.address), CODES_FROM_A_NETWORK)))
        return { is: 'too_many' }
      const at = { now: clock.now(), maximum: ATTEMPTS_MAX }
      const userId = await store.of(org).transact((tx) => countPendingAttempt(tx, org, hash, at))
      if (userId === undefined) return { is: 'ended' }
      if (!(await attempts.take('second factor of', userId, CODES_OF_A_USER))) return { is: 'too_many' }
      return store.of(org).transact((tx) => complete(tx, org, { userId, hash, code, from }))
    },
  }
}
