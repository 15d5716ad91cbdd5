/**
 * Sign-in: authentication of users in a browser.
 *
 * A user requests a **link** by email and opens it, which starts a **session**. A link works once, within 15 minutes;
 * the operator can create links that are valid for 24 hours. A session ends when the user signs out, after 14 days
 * without use, after 30 days in any case, and when the user is deactivated. Links and sessions are random and stored as
 * digests. Opening a link requires pressing a button, so that programs that scan email don't use it up.
 *
 * An address gets at most five links per hour. After that, the user gets one email about it; the page after a request
 * states the limit too.
 *
 * A request for a link is answered immediately and always in the same way. The work is done after the response, so that
 * neither its text nor its duration reveals whether the address is known. All organizations are searched for the
 * address; one email contains a link for each. Links are created when the email is sent and aren't stored in any queue.
 *
 * If the user has a second factor (`second-factors`), a link or a password only starts a **pending sign-in**, which the
 * code of the authenticator app completes. Passkeys and providers prove more than one factor. If the organization
 * requires a second factor, users without one can only set it up (`findSession`).
 *
 * Accepting an invitation signs in too. Passwords (`passwords`) and providers (`single-sign-on`) also call
 * `startSession`. If an organization requires its provider, emailed links and invitations don't sign in. Links of the
 * command line do, because admins need them if the provider is misconfigured.
 *
 * Users can list their sessions, with the browser and network they were started from, and end them.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { deleteSession } from './delete-session.ts'
import { listSessions } from './list-sessions.ts'
import { createLinkOpening } from './open-links.ts'
import { createPendingSignIns } from './pending.ts'
import { createLinkRequests, type LinkRequestPorts } from './request-links.ts'
import { createSessionUsers } from './session-users.ts'

export { deleteSession } from './delete-session.ts'
export { findAccounts, NO_ORGANIZATION } from './find-accounts.ts'
export { issueSignInLink } from './links.ts'
export { listSessions } from './list-sessions.ts'
export { SESSION_SECONDS } from './model.ts'
export type { AccountChoice } from './open-links.ts'
export type { CodeAnswer, PendingSignIn } from './pending.ts'
export type { SignInAccount } from './queries.ts'
export { type SignInWay, signInWays } from './schema.ts'
export {
  type Arrival,
  endOtherSessions,
  hasJustSignedIn,
  PENDING_SECONDS,
  type StartedSession,
  startSession,
  toRequestSource,
} from './sessions.ts'

export const operations: readonly AnyOperation[] = [listSessions, deleteSession]

export type SignIn = ReturnType<typeof createSignIn>

export const createSignIn = (parts: LinkRequestPorts & { readonly sealer: Sealer }) => ({
  ...createLinkRequests(parts),
  ...createLinkOpening(parts),
  ...createSessionUsers(parts),
  ...createPendingSignIns(parts),
})
