/**
 * Starts sessions, for all ways to sign in. A way that proves one factor only starts a pending sign-in if the user has a
 * second factor (`pending.ts`). No other file inserts sessions.
 */
import { type Clock, newId } from '../../../core/clock.ts'
import type { Reader, Writer } from '../../../core/db.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId, Principal } from '../../../core/principal.ts'
import { recordPerson } from '../../platform/audit/index.ts'
import { shareActiveUser } from '../identity/index.ts'
import { hasSecondFactor } from '../second-factors/index.ts'
import { idleSince, isFresh, provesTwoFactors, SESSION_MS, storable, toStoredAddress } from './model.ts'
import {
  deleteExpired,
  deletePendingOfUser,
  deleteSessions,
  deleteSignInLinks,
  insertPending,
  insertSession,
  selectBegin,
} from './queries.ts'
import type { SignInWay } from './schema.ts'

/** Origin of a sign-in: user agent and IP address. */
export interface Arrival {
  readonly userAgent: string
  readonly address: string
  readonly requestId?: string
}

/** Result of a sign-in: the token for a cookie, and the page to open next. */
export interface StartedSession {
  readonly token: string
  readonly returnTo: string | undefined
  /**
   * Whether the sign-in waits for the second factor. The token is then no session: it only lets the browser enter a
   * code.
   */
  readonly isPending: boolean
}

interface SessionStart {
  readonly userId: string
  readonly way: SignInWay
  readonly from: Arrival
  readonly returnTo?: string | undefined
}

/** Lifetime of a sign-in that waits for the second factor, and of its cookie. */
export const PENDING_SECONDS = 600

/** @returns a session, or a pending sign-in if the user has a second factor; undefined if the user can't sign in */
export async function startSession(
  tx: Writer,
  org: OrganizationId,
  clock: Clock,
  start: SessionStart,
): Promise<StartedSession | undefined> {
  const { userId, way, returnTo } = start
  // Locks the user until commit, so that a concurrent deactivation ends the session too, and so that a second factor
  // can't be added in between.
  const user = await shareActiveUser(tx, org, userId)
  if (user === undefined) return undefined
  if (provesTwoFactors(way) || !(await hasSecondFactor(tx, org, userId))) return addSession(tx, org, clock, user, start)
  const now = clock.now()
  const token = newOpaqueToken(org)
  await insertPending(tx, org, {
    ...{ id: newId(), userId, way, returnTo, hash: hashOfToken(token), createdAt: now },
    expiresAt: new Date(now.getTime() + PENDING_SECONDS * 1000),
  })
  return { token, returnTo, isPending: true }
}

/** Starts the session of a pending sign-in, after the second factor. The caller locks the user and checks the factor. */
export async function addSession(
  tx: Writer,
  org: OrganizationId,
  clock: Clock,
  user: { readonly id: string; readonly email: string },
  { way, from, returnTo }: Omit<SessionStart, 'userId'>,
): Promise<StartedSession> {
  const now = clock.now()
  const [id, token] = [newId(), newOpaqueToken(org)]
  const { addressClass = null, network = null } = toStoredAddress(from.address) ?? {}
  await deleteExpired(tx, org, now, idleSince(now))
  await insertSession(tx, org, {
    ...{ id, userId: user.id, way, addressClass, network },
    hash: hashOfToken(token),
    createdAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    userAgent: storable(from.userAgent),
  })
  await recordPerson(tx, org, 'signIn', { user, source: toRequestSource(from) }, now, [{ kind: 'session', id }])
  return { token, returnTo, isPending: false }
}

export const toRequestSource = ({ address, requestId }: Arrival) => ({
  address,
  ...(requestId === undefined ? {} : { requestId }),
})

/** Ends all sessions, pending sign-ins and sign-in links of a user, except the session `but`. */
export async function endOtherSessions(
  tx: Writer,
  org: OrganizationId,
  userId: string,
  but: string | undefined,
): Promise<void> {
  await deleteSessions(tx, org, { userId, but })
  await deleteSignInLinks(tx, org, userId)
  await deletePendingOfUser(tx, org, userId)
}

/** Whether the caller uses a browser session and signed in recently (`isFresh`). */
export async function hasJustSignedIn(db: Reader, { organizationId, user, sessionId }: Principal, now: Date) {
  if (user === undefined || sessionId === undefined) return false
  const began = await selectBegin(db, organizationId, user.id, sessionId)
  return began !== undefined && isFresh(began, now)
}
