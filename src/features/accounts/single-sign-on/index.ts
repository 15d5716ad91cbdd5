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
import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { localPath } from '../../../core/local-path.ts'
import type { Log } from '../../../core/log.ts'
import { hashOfToken, newOpaqueToken, readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { PublicFetch } from '../../../core/public-fetch.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { type Arrival, NO_ORGANIZATION, type StartedSession } from '../sign-in/index.ts'
import {
  CALLBACK_PATH,
  discover,
  faultIn,
  findSignInRoute,
  ProviderFault,
  type ProviderRow,
  type Route,
  selectProvider,
} from '../sign-in-providers/index.ts'
import { loadClaims } from './claims.ts'
import { enter, type Refusal } from './enter.ts'
import { insertRequest, takeRequest } from './queries.ts'

export { CALLBACK_PATH } from '../sign-in-providers/index.ts'
export { type IdentityClaims, readClaims } from './claims.ts'
export { enter, previewEntry, type Refusal } from './enter.ts'
export { insertRequest, takeRequest } from './queries.ts'

const REQUEST_MS = 10 * 60_000
/** Limit of sign-ins per network. It is high, because a whole office can share one IP address. */
const SENT_FROM_A_NETWORK = { max: 300, seconds: 900 }

const CONFIGURATIONS = { max: 200, ttl: 10 * 60_000 }

export type SignInRedirect =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'away' | 'too_many' }

export type SignInReturn =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  | {
      readonly is: 'refused'
      readonly why:
        | Refusal
        /** The sign-in wasn't started in this browser, has expired or was used. */
        | 'not_ours'
        /** The provider reports that the user didn't sign in. */
        | 'not_signed_in'
        /** The response of the provider isn't valid, or the provider isn't available. */
        | 'not_shown'
    }

export type SingleSignOn = ReturnType<typeof createSingleSignOn>

export function createSingleSignOn(parts: {
  store: Store
  clock: Clock
  log: Log
  attempts: Attempts
  sealer: Sealer
  fetchPublic: PublicFetch
  publicUrl: () => string
}) {
  const { store, clock, log, sealer, fetchPublic } = parts
  /**
   * Cache of discovered configurations with the provider's keys. The key contains all settings, so changes apply
   * immediately.
   */
  const configurations = new LRUCache<string, Configuration>(CONFIGURATIONS)

  async function getConfiguration(org: OrganizationId, provider: ProviderRow): Promise<Configuration> {
    const { id, updated_at } = provider
    const key = JSON.stringify([org, id, updated_at])
    const kept = configurations.get(key)
    if (kept !== undefined) return kept
    const found = await discover({ fetchPublic, sealer, org }, provider)
    configurations.set(key, found)
    return found
  }

  const toSealPurpose = (stateHash: string) => `sign-in request ${stateHash}`
  const redirectUri = () => parts.publicUrl() + CALLBACK_PATH

  return {
    /** Provider for the domain of an email address. */
    findRoute: (address: string): Promise<Route | undefined> =>
      findSignInRoute(store.of(NO_ORGANIZATION).read, address),

    /**
     * Starts a sign-in with the provider of an email address.
     * @param from.browser value of a cookie that the browser must send when it returns
     */
    async send(
      address: string,
      from: { readonly browser: string; readonly address: string },
      returnTo: string | undefined,
    ): Promise<SignInRedirect> {
      if (!(await parts.attempts.take('sent to a provider', toNetworkKey(from.address), SENT_FROM_A_NETWORK))) {
        return { is: 'too_many' }
      }
      const route = await findSignInRoute(store.of(NO_ORGANIZATION).read, address)
      if (route === undefined) return { is: 'no_provider' }
      const { organizationId: org, providerId } = route
      const provider = await selectProvider(store.of(org).read, org, providerId)
      if (provider === undefined) return { is: 'no_provider' }
      let config: Configuration
      try {
        config = await getConfiguration(org, provider)
      } catch (error) {
        if (!(error instanceof ProviderFault)) throw error
        log.warn({ organization: org, provider: providerId, fault: error.code }, 'a sign-in provider is away')
        return { is: 'away' }
      }
      const client = await import('openid-client')
      const [state, nonce, verifier] = [newOpaqueToken(org), client.randomNonce(), client.randomPKCECodeVerifier()]
      const stateHash = hashOfToken(state)
      const to = client.buildAuthorizationUrl(config, {
        response_type: 'code',
        redirect_uri: redirectUri(),
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        login_hint: address,
      })
      const createdAt = clock.now()
      await store.of(org).transact((tx) =>
        insertRequest(tx, org, {
          ...{ stateHash, providerId, returnTo: localPath(returnTo), createdAt },
          browserHash: hashOfToken(from.browser),
          secrets: sealer.seal(org, toSealPurpose(stateHash), JSON.stringify({ nonce, verifier })),
          expiresAt: new Date(createdAt.getTime() + REQUEST_MS),
        }),
      )
      return { is: 'sent', to: to.href, providerName: route.providerName }
    },

    /**
     * Completes a sign-in with the response of the provider.
     * @param query query string of the callback URL, without `?`
     */
    async back(query: string, from: Arrival & { readonly browser: string }): Promise<SignInReturn> {
      const answer = new URLSearchParams(query)
      const state = answer.get('state') ?? ''
      const read = readOpaqueToken(state)
      if (read === undefined || answer.getAll('state').length !== 1) return { is: 'refused', why: 'not_ours' }
      const { organizationId: org, hash: stateHash } = read
      const database = store.of(org)
      const by = { stateHash, browserHash: hashOfToken(from.browser) }
      const request = await database.transact((tx) => takeRequest(tx, org, by, clock.now()))
      const provider = request && (await selectProvider(database.read, org, request.provider_id))
      if (request === undefined || provider === undefined) return { is: 'refused', why: 'not_ours' }
      const refuseSignIn = (why: Exclude<SignInReturn, { is: 'begun' }>['why'], detail?: string): SignInReturn => {
        log.warn({ organization: org, provider: provider.id, why, detail }, 'somebody did not come in by a provider')
        return { is: 'refused', why }
      }
      if (answer.has('error')) return refuseSignIn('not_signed_in', wordIn(answer.get('error')))
      const { nonce, verifier } = JSON.parse(sealer.open(org, toSealPurpose(stateHash), request.secrets)) as {
        nonce: string
        verifier: string
      }
      let said: Awaited<ReturnType<typeof loadClaims>>
      try {
        const client = await import('openid-client')
        const config = await getConfiguration(org, provider)
        const url = new URL(`${redirectUri()}?${answer}`)
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        said = await loadClaims(config, await client.authorizationCodeGrant(config, url, checks))
      } catch (error) {
        return refuseSignIn('not_shown', reasonIn(error))
      }
      if (said === undefined) return refuseSignIn('not_shown', 'subject')
      const returnTo = request.return_to ?? undefined
      const entered = await enter({ database, org, clock, provider, said, from, returnTo })
      if ('refused' in entered) return refuseSignIn(entered.refused)
      return { is: 'begun', begun: entered.begun }
    },
  }
}

/** Text if it looks like a protocol code; other text isn't logged. */
const wordIn = (text: unknown): string | undefined =>
  typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined

/** Code of an error, for the log. The message isn't logged, because it can contain untrusted text. */
function reasonIn(error: unknown): string | undefined {
  if (error instanceof ProviderFault) return error.code
  const { error: said, code } = error as { error?: unknown; code?: unknown }
  return faultIn(error) ?? wordIn(said) ?? wordIn(code) ?? (error instanceof Error ? wordIn(error.name) : undefined)
}
