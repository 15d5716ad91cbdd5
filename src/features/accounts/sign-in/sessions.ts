/** Starts sessions, for all ways to sign in. */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { recordPerson } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { idleSince, isFresh, SESSION_MS, storable, toStoredAddress } from './model.ts'
import { deleteExpired, deleteSessions, deleteSignInLinks, insertSession, selectBegin } from './queries.ts'
import type { SignInWay } from './schema.ts'

/** Origin of a sign-in: user agent and IP address. */
export interface Arrival {
  readonly userAgent: string
  readonly address: string
  readonly requestId?: string
}

/** Token for the cookie of a new session, and the page to open next. */
export interface StartedSession {
  readonly token: string
  readonly returnTo: string | undefined
}

/** @returns the token of a new session; undefined if the user can't sign in */
export async function startSession(
  tx: Writer,
  org: OrganizationId,
  clock: Clock,
  given: { readonly userId: string; readonly way: SignInWay; readonly from: Arrival },
): Promise<string | undefined> {
  const { userId, way, from } = given
  // Locks the user until commit, so that a concurrent deactivation ends the session too.
  const user = await shareActiveUser(tx, org, userId)
  if (user === undefined) return undefined
  const now = clock.now()
  const [id, token] = [newId(), newOpaqueToken(org)]
  const { addressClass = null, network = null } = toStoredAddress(from.address) ?? {}
  await deleteExpired(tx, org, now, idleSince(now))
  await insertSession(tx, org, {
    ...{ id, userId, way, addressClass, network },
    hash: hashOfToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    userAgent: storable(from.userAgent),
  })
  const source = { address: from.address, ...(from.requestId === undefined ? {} : { requestId: from.requestId }) }
  await recordPerson(tx, org, 'signIn', { user, source }, now, [{ kind: 'session', id }])
  return token
}

/** Ends all sessions and sign-in links of a user, except the session `but`. */
export async function endOtherSessions(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  but: string | undefined,
): Promise<void> {
  await deleteSessions(tx, org, { userId, but })
  await deleteSignInLinks(tx, org, userId)
}

/** Whether the caller uses a browser session and signed in recently (`isFresh`). */
export async function hasJustSignedIn(db: Reader, { organizationId, user, sessionId }: Principal, now: Date) {
  if (user === undefined || sessionId === undefined) return false
  const began = await selectBegin(db, organizationId, user.id, sessionId)
  return began !== undefined && isFresh(began, now)
}
