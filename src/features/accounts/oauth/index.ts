/**
 * OAuth for apps that act for users on the tool server.
 *
 * The user **connects** an app on a consent page that names the app and the scopes it requests. A **connection**
 * (grant) is the family of all tokens issued for this consent. A **code** is used once. **Access tokens** are valid for
 * one hour, for a single audience. Each **refresh token** is used once to get the next one. Reuse of a code or refresh
 * token ends the whole connection, because either the first or the second user may have stolen it. Ending a connection
 * invalidates all its tokens immediately. Connections end permanently when their user loses access.
 *
 * Tokens are random and stored as digests. Each request looks up the row of its token. Clients aren't stored: a client
 * ID is either the sealed registration itself or the URL of a client metadata document.
 *
 * `inbound/oauth` implements the protocol. This feature stores its state (`createOAuthStore`) and authenticates callers
 * (`createOAuthAuthenticator`). Operations list and disconnect connected apps.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { deleteConnectedApp } from './delete-connected-app.ts'
import { listConnectedApps } from './list-connected-apps.ts'

export { type AuthenticateOAuth, createOAuthAuthenticator, scopesGranted } from './authenticate.ts'
export { deleteConnectedApp } from './delete-connected-app.ts'
export { listConnectedApps } from './list-connected-apps.ts'
export { type Connecting, createOAuthStore, type GrantRef, type OAuthStore } from './store.ts'

export const operations: readonly AnyOperation[] = [listConnectedApps, deleteConnectedApp]
