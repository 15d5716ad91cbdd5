/**
 * Sign-in with SAML in three steps. `send` makes the request that the browser takes to the provider. `receive` verifies the
 * response, which arrives in a form from another site, so without cookies. It stores what the response says, and sends the
 * browser on. `finish` is requested by the browser with its cookies, and starts the session only in the browser that began.
 */
import { createHash } from 'node:crypto'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import type { Log } from '../../../core/log.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Sealer } from '../../../core/sealed.ts'
import type { Arrival, StartedSession } from '../sign-in/index.ts'
import { enter, type IdentityClaims, previewEntry, type Refusal } from '../single-sign-on/index.ts'
import { serviceProviderMetadata, toServiceProvider } from './addresses.ts'
import { readPerson } from './claims.ts'
import { SamlFault, type SamlFaultCode } from './faults.ts'
import { insertAttempt, type SamlAttempt, selectSaml, updateVerified } from './queries.ts'
import { createSamlRequests } from './requests.ts'
import { readResponse, verifyResponse } from './response.ts'

/** Limits per network. They are high, because a whole office can share one IP address. */
const FROM_A_NETWORK = { max: 300, seconds: 900 }

type SamlRedirect =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'too_many' }

type ReceivedResponse =
  | {
      readonly is: 'received'
      /** Path where the browser continues. */
      readonly path: string
      /** Value for the cookie of the browser, if the sign-in started at the provider. */
      readonly browser: string | undefined
    }
  | { readonly is: 'refused'; readonly why: SamlFaultCode | 'no_provider' }

type FinishedSignIn =
  | { readonly is: 'begun'; readonly begun: StartedSession }
  | { readonly is: 'tested'; readonly email: string; readonly why: Refusal | undefined }
  | { readonly is: 'refused'; readonly why: Refusal | 'not_ours' }

export type Saml = ReturnType<typeof createSaml>

export function createSaml(parts: {
  store: Store
  clock: Clock
  log: Log
  attempts: Attempts
  sealer: Sealer
  publicUrl: () => string
}) {
  const { store, clock, log } = parts
  const requests = createSamlRequests(parts)
  const toService = (org: OrganizationId) => toServiceProvider(parts.publicUrl(), org)
  async function record(org: OrganizationId, attempt: SamlAttempt): Promise<void> {
    await store.of(org).transact((tx) => insertAttempt(tx, org, attempt, clock.now()))
  }

  const mayTry = (address: string) => parts.attempts.take('sent to a provider', toNetworkKey(address), FROM_A_NETWORK)

  return {
    /** Metadata document of Parley for an organization. It's the same whether the organization exists. */
    metadata: (org: OrganizationId): string => serviceProviderMetadata(toService(org)),

    /** Limits responses of a network, before their bodies are read. */
    mayReceive: (address: string): Promise<boolean> =>
      parts.attempts.take('saml response from', toNetworkKey(address), FROM_A_NETWORK),

    /** Starts a sign-in with the provider of an organization. @param from.browser value of the browser's cookie */
    async send(
      org: OrganizationId,
      from: { readonly browser: string; readonly address: string },
      returnTo: string | undefined,
    ): Promise<SamlRedirect> {
      if (!(await mayTry(from.address))) return { is: 'too_many' }
      const provider = await selectSaml(store.of(org).read, org)
      if (provider?.enabled !== true) return { is: 'no_provider' }
      return requests.start(org, provider, from.browser, { returnTo, isTest: false })
    },

    /** Starts a test, which works before the provider is enabled and signs nobody in. */
    async sendTest(
      org: OrganizationId,
      from: { readonly browser: string; readonly address: string },
    ): Promise<SamlRedirect> {
      if (!(await mayTry(from.address))) return { is: 'too_many' }
      const provider = await selectSaml(store.of(org).read, org)
      if (provider === undefined) return { is: 'no_provider' }
      return requests.start(org, provider, from.browser, { returnTo: undefined, isTest: true })
    },

    /** Verifies a response. Nobody is signed in yet. */
    async receive(
      org: OrganizationId,
      form: { readonly response: string; readonly relayState: string | undefined },
    ): Promise<ReceivedResponse> {
      const database = store.of(org)
      const provider = await selectSaml(database.read, org)
      if (provider === undefined) return { is: 'refused', why: 'no_provider' }
      const service = toService(org)
      const expected = {
        ...{ service, entityId: provider.issuer, certificates: provider.certificates, now: clock.now() },
      }
      let isTest = false
      try {
        const response = readResponse(form.response, expected)
        const { inResponseTo } = response
        if (inResponseTo === undefined) {
          if (!provider.allows_idp_initiated || !provider.enabled) throw new SamlFault('unsolicited')
        } else {
          // Looked up before the signature, so that strangers can't make the service verify signatures.
          const waiting = await requests.find(org, provider.id, inResponseTo)
          if (waiting === undefined) throw new SamlFault('unknown_request')
          isTest = waiting.isTest
        }
        const verified = await verifyResponse(response, expected)
        const hash = createHash('sha256')
          .update(JSON.stringify([provider.issuer, verified.id]))
          .digest('hex')
        const accepted = await requests.accept(org, provider.id, inResponseTo, {
          ...{ isTest, relayState: form.relayState, person: readPerson(verified, provider.email_attribute) },
          assertion: { hash, expiresAt: verified.expiresAt },
        })
        return { is: 'received', ...accepted }
      } catch (error) {
        if (!(error instanceof SamlFault)) throw error
        log.warn({ organization: org, provider: provider.id, why: error.code }, 'a SAML response was rejected')
        await record(org, { outcome: error.code, detail: error.detail, isTest })
        return { is: 'refused', why: error.code }
      }
    },

    /** Completes a sign-in in the browser that began it. */
    async finish(token: string, from: Arrival & { readonly browser: string }): Promise<FinishedSignIn> {
      const org = readOpaqueToken(token)?.organizationId
      if (org === undefined) return { is: 'refused', why: 'not_ours' }
      const database = store.of(org)
      const arrival = await requests.takeArrival(org, token, from.browser)
      const provider = arrival && (await selectSaml(database.read, org))
      if (arrival === undefined || provider?.id !== arrival.providerId) return { is: 'refused', why: 'not_ours' }
      const { isTest, isFromProvider, person, returnTo } = arrival
      if (!isTest && (!provider.enabled || (isFromProvider && !provider.allows_idp_initiated)))
        return { is: 'refused', why: 'not_ours' }
      const said: IdentityClaims = { subject: undefined, verified: true, ...person, email: person.email }
      const attempt = { database, org, clock, provider, said, from, returnTo }
      const entered = isTest ? { refused: await previewEntry(attempt) } : await enter(attempt)
      const refused = 'refused' in entered ? entered.refused : undefined
      await record(org, { outcome: refused ?? 'ok', detail: undefined, isTest })
      if (refused === undefined) {
        await database.transact((tx) => updateVerified(tx, org, provider, clock.now()))
      }
      if (isTest) return { is: 'tested', email: person.email ?? '', why: refused }
      if ('begun' in entered) return { is: 'begun', begun: entered.begun }
      log.warn({ organization: org, provider: provider.id, why: refused }, 'somebody did not come in by a provider')
      return { is: 'refused', why: refused ?? 'not_ours' }
    },
  }
}
