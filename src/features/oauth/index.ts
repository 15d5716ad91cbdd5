/**
 * OAuth: programs that act for users on the tool server.
 *
 * A user lets a program **connect** on a page of ours that names the program and what it asks for. A **connection** is
 * the family of all tokens that come of this one consent: a **code**, used once; **access tokens**, which count for an
 * hour and at one address; **refresh tokens**, each used once for the next. Whoever brings a code or refresh token a
 * second time ends the whole family, since one of the two is a thief. Ending a connection ends all of it at once, and it
 * ends with its user's access, for good.
 *
 * Tokens are random and stored as digests; what counts is their row, which is asked at every request. A program is not
 * stored either: its id holds what it registered, sealed, or is the address where it says who it is.
 *
 * The protocol itself is spoken by `inbound/oauth`; here is what it keeps (`createOAuthStore`), and who is calling
 * (`createOAuthAuthenticator`). Connected apps are listed and disconnected by operations.
 */
import type { AnyOperation } from '../../core/operation.ts'
import { deleteConnectedApp } from './delete-connected-app.ts'
import { listConnectedApps } from './list-connected-apps.ts'

export { type AuthenticateOAuth, createOAuthAuthenticator, scopesGranted } from './authenticate.ts'
export { deleteConnectedApp } from './delete-connected-app.ts'
export { listConnectedApps } from './list-connected-apps.ts'
export { type Connecting, createOAuthStore, type GrantRef, type OAuthStore } from './store.ts'

export const operations: readonly AnyOperation[] = [listConnectedApps, deleteConnectedApp]
