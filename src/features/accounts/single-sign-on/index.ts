/**
 * Single sign-on: sign-in with the provider of an organization.
 *
 * `send` redirects the browser to the provider with a state, a nonce and the challenge of a code verifier (PKCE). Nonce
 * and verifier are stored encrypted. The state identifies their row; it works once, within ten minutes, and only for
 * the browser that started. `back` exchanges the returned code for a token, whose issuer, audience, nonce, times and
 * signature are verified.
 *
 * The provider identifies a person by a **subject**, which doesn't change with the email address. At the first sign-in,
 * the user is found by email address. The address must be in a domain of the provider and verified, unless the admin
 * has set the provider to vouch for addresses. If there is no user, one is created from an invitation or by the
 * settings of the provider. Sign-in is rejected if the user is deactivated, or if the provider knows the user by
 * another subject.
 *
 * The provider decides which factors it requires: Parley doesn't ask for a second factor after it.
 *
 * Signing out ends the session of Parley, not the one of the provider.
 */
import type { Attempts } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import type { Log } from '../../../core/log.ts'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { type Arrival, NO_ORGANIZATION } from '../sign-in/index.ts'
import { CALLBACK_PATH, findSignInRoute, type Route } from '../sign-in-providers/index.ts'
import { back, type SignInReturn } from './back.ts'
import { createConfigurations } from './configurations.ts'
import { type SendingBrowser, type SignInRedirect, send } from './send.ts'

export { CALLBACK_PATH } from '../sign-in-providers/index.ts'
export { type IdentityClaims, readClaims } from './claims.ts'
export { enter, previewEntry, type Refusal } from './enter.ts'
export { insertRequest, takeRequest } from './queries.ts'

export interface SingleSignOn {
  /** Provider for the domain of an email address. */
  findRoute(address: string): Promise<Route | undefined>
  /** Starts a sign-in with the provider of an email address. */
  send(address: string, from: SendingBrowser, returnTo: string | undefined): Promise<SignInRedirect>
  /**
   * Completes a sign-in with the response of the provider.
   * @param query query string of the callback URL, without `?`
   */
  back(query: string, from: Arrival & { readonly browser: string }): Promise<SignInReturn>
}

export function createSingleSignOn(ports: {
  store: Store
  clock: Clock
  log: Log
  attempts: Attempts
  sealer: Sealer
  fetchPublic: PublicFetch
  publicUrl: () => string
}): SingleSignOn {
  const { store, clock, log, attempts, sealer } = ports
  const parts = {
    ...{ store, clock, log, attempts, sealer },
    getConfiguration: createConfigurations(ports.fetchPublic, sealer),
    redirectUri: () => ports.publicUrl() + CALLBACK_PATH,
  }
  return {
    findRoute: (address) => findSignInRoute(store.of(NO_ORGANIZATION).read, address),
    send: (address, from, returnTo) => send(parts, address, from, returnTo),
    back: (query, from) => back(parts, query, from),
  }
}
