/**
 * Single sign-on: signing in by the provider of one's organization.
 *
 * A browser is **sent** to the provider with a state, a nonce and the challenge of a code verifier (PKCE). Nonce and
 * verifier stay here, sealed; the state names the row they lie in, and counts ten minutes, once, and only for the browser
 * that was sent. What comes **back** is traded for a token whose issuer, audience, nonce, times and signature are checked.
 *
 * The provider knows a person by a **subject**, which stays the same when their address changes, and so do they here. Who
 * comes for the first time is found by their address: it must be verified, unless the admin says that the provider
 * vouches for it, and of a domain of this provider. Who has none becomes a user, as they were invited or as the provider
 * is set up to. An address whose user the provider knows by another subject lets nobody in, and a deactivated user stays
 * outside, by whatever address they come.
 *
 * Signing out ends the session here and leaves the provider's alone.
 */
import { LRUCache } from 'lru-cache'
import type { Configuration } from 'openid-client'
import { type Attempts, networkOf } from '../../core/attempts.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/db.ts'
import { localPath } from '../../core/local-path.ts'
import type { Log } from '../../core/log.ts'
import { hashOfToken, newOpaqueToken, readOpaqueToken } from '../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../core/principal.ts'
import type { PublicFetch } from '../../core/public-fetch.ts'
import type { Sealer } from '../../core/sealed.ts'
import { type Arrival, type Begun, NO_ORGANIZATION } from '../sign-in/index.ts'
import {
  CALLBACK_PATH,
  discover,
  faultIn,
  ProviderFault,
  type ProviderRow,
  type Route,
  routeOf,
  selectProvider,
} from '../sign-in-providers/index.ts'
import { saidBy } from './claims.ts'
import { enter, type Refusal } from './enter.ts'
import { insertRequest, takeRequest } from './queries.ts'

export { CALLBACK_PATH } from '../sign-in-providers/index.ts'

const REQUEST_MS = 10 * 60_000
/** A whole office may sign in from one address in the morning. */
const SENT_FROM_A_NETWORK = { max: 300, seconds: 900 }

const CONFIGURATIONS = { max: 200, ttl: 10 * 60_000 }

export type Sending =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'away' | 'too_many' }

export type Returning =
  | { readonly is: 'begun'; readonly begun: Begun }
  | {
      readonly is: 'refused'
      readonly why:
        | Refusal
        /** Not begun in this browser, too long ago, or used. */
        | 'not_ours'
        /** The provider says that it did not come about. */
        | 'not_signed_in'
        /** What it said does not hold, or it does not answer. */
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
  /** By what they are made of, so that a change counts at once. Keys of the provider are kept with it. */
  const configurations = new LRUCache<string, Configuration>(CONFIGURATIONS)

  async function configurationOf(org: OrganizationId, provider: ProviderRow): Promise<Configuration> {
    const { id, updated_at } = provider
    const key = JSON.stringify([org, id, updated_at])
    const kept = configurations.get(key)
    if (kept !== undefined) return kept
    const found = await discover({ fetchPublic, sealer, org }, provider)
    configurations.set(key, found)
    return found
  }

  const purposeOf = (stateHash: string) => `sign-in request ${stateHash}`
  const redirectUri = () => parts.publicUrl() + CALLBACK_PATH

  return {
    /** The provider that signs in the people of this address's domain. */
    routeOf: (address: string): Promise<Route | undefined> => routeOf(store.of(NO_ORGANIZATION).read, address),

    /**
     * Begins, for the provider that an address leads to.
     * @param from.browser what the browser has in a cookie of its own, and has to come back with
     */
    async send(
      address: string,
      from: { readonly browser: string; readonly address: string },
      returnTo: string | undefined,
    ): Promise<Sending> {
      if (!(await parts.attempts.take('sent to a provider', networkOf(from.address), SENT_FROM_A_NETWORK))) {
        return { is: 'too_many' }
      }
      const route = await routeOf(store.of(NO_ORGANIZATION).read, address)
      if (route === undefined) return { is: 'no_provider' }
      const { organizationId: org, providerId } = route
      const provider = await selectProvider(store.of(org).read, org, providerId)
      if (provider === undefined) return { is: 'no_provider' }
      let config: Configuration
      try {
        config = await configurationOf(org, provider)
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
          secrets: sealer.seal(org, purposeOf(stateHash), JSON.stringify({ nonce, verifier })),
          expiresAt: new Date(createdAt.getTime() + REQUEST_MS),
        }),
      )
      return { is: 'sent', to: to.href, providerName: route.providerName }
    },

    /**
     * Ends, with what the provider sent the browser back with.
     * @param query of the callback address, without `?`
     */
    async back(query: string, from: Arrival & { readonly browser: string }): Promise<Returning> {
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
      const refused = (why: Exclude<Returning, { is: 'begun' }>['why'], detail?: string): Returning => {
        log.warn({ organization: org, provider: provider.id, why, detail }, 'somebody did not come in by a provider')
        return { is: 'refused', why }
      }
      if (answer.has('error')) return refused('not_signed_in', wordIn(answer.get('error')))
      const { nonce, verifier } = JSON.parse(sealer.open(org, purposeOf(stateHash), request.secrets)) as {
        nonce: string
        verifier: string
      }
      let said: Awaited<ReturnType<typeof saidBy>>
      try {
        const client = await import('openid-client')
        const config = await configurationOf(org, provider)
        const url = new URL(`${redirectUri()}?${answer}`)
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        said = await saidBy(config, await client.authorizationCodeGrant(config, url, checks))
      } catch (error) {
        return refused('not_shown', reasonIn(error))
      }
      if (said === undefined) return refused('not_shown', 'subject')
      const entered = await enter({ database, org, clock, provider, said, from })
      if ('refused' in entered) return refused(entered.refused)
      return { is: 'begun', begun: { token: entered.token, returnTo: request.return_to ?? undefined } }
    },
  }
}

/** As protocols write their words; anything else is not for the log. */
const wordIn = (text: unknown): string | undefined =>
  typeof text === 'string' && /^\w{1,64}$/.test(text) ? text : undefined

/** What is told of an error that may hold what strangers wrote: its code. */
function reasonIn(error: unknown): string | undefined {
  if (error instanceof ProviderFault) return error.code
  const { error: said, code } = error as { error?: unknown; code?: unknown }
  return faultIn(error) ?? wordIn(said) ?? wordIn(code) ?? (error instanceof Error ? wordIn(error.name) : undefined)
}
