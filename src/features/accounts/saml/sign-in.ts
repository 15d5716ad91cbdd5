/**
 * Sign-in with SAML in three steps. `send` makes the request that the browser takes to the provider. `receive` verifies the
 * response, which arrives in a form from another site, so without cookies. It stores what the response says, and sends the
 * browser on. `finish` is requested by the browser with its cookies, and starts the session only in the browser that began.
 */
import { createHash, randomBytes } from 'node:crypto'
import { type Attempts, toNetworkKey } from '../../../core/attempts.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { localPath } from '../../../core/local-path.ts'
import type { Log } from '../../../core/log.ts'
import { hashOfToken, newOpaqueToken, readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Sealer } from '../../../core/sealed.ts'
import type { Arrival, StartedSession } from '../sign-in/index.ts'
import {
  enter,
  type IdentityClaims,
  insertRequest,
  previewEntry,
  type Refusal,
  takeRequest,
} from '../single-sign-on/index.ts'
import { serviceProviderMetadata, toServiceProvider } from './addresses.ts'
import { readPerson } from './claims.ts'
import { SamlFault, type SamlFaultCode } from './faults.ts'
import {
  insertAssertion,
  insertAttempt,
  type SamlAttempt,
  type SamlProviderRow,
  selectSaml,
  selectWaiting,
  takeWaiting,
  updateVerified,
} from './queries.ts'
import { readResponse, type UnverifiedResponse, verifyResponse } from './response.ts'

const REQUEST_MS = 10 * 60_000
/** Time in which the browser continues after its response. */
const ARRIVAL_MS = 2 * 60_000
/** Limits per network. They are high, because a whole office can share one IP address. */
const FROM_A_NETWORK = { max: 300, seconds: 900 }

/** Path where the browser continues after its response. */
export const ARRIVAL_PATH = '/sign-in/saml'

/** What a request was made for, and what a response says. Sealed in the row of the request. */
interface RequestSecrets {
  readonly isTest: boolean
}
interface ArrivalSecrets extends RequestSecrets {
  readonly person: Pick<IdentityClaims, 'email' | 'firstName' | 'lastName'>
  readonly isFromProvider: boolean
}

type SentTo =
  | { readonly is: 'sent'; readonly to: string; readonly providerName: string }
  | { readonly is: 'no_provider' | 'too_many' }

type Received =
  | {
      readonly is: 'received'
      /** Path where the browser continues. */
      readonly path: string
      /** Value for the cookie of the browser, if the sign-in started at the provider. */
      readonly browser: string | undefined
    }
  | { readonly is: 'refused'; readonly why: SamlFaultCode | 'no_provider' }

type Finished =
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
  const { store, clock, log, sealer } = parts
  const toService = (org: OrganizationId) => toServiceProvider(parts.publicUrl(), org)
  const requestHash = (id: string) => hashOfToken(`saml request ${id}`)
  const arrivalHash = (token: string) => hashOfToken(`saml arrival ${token}`)
  const purpose = (hash: string) => `saml sign-in ${hash}`
  const seal = (org: OrganizationId, hash: string, secrets: RequestSecrets | ArrivalSecrets) =>
    sealer.seal(org, purpose(hash), JSON.stringify(secrets))
  const open = <T>(org: OrganizationId, hash: string, sealed: string) =>
    JSON.parse(sealer.open(org, purpose(hash), sealed)) as T

  async function record(org: OrganizationId, attempt: SamlAttempt): Promise<void> {
    await store.of(org).transact((tx) => insertAttempt(tx, org, attempt, clock.now()))
  }

  async function requestSignIn(
    org: OrganizationId,
    provider: SamlProviderRow,
    browser: string,
    { returnTo, isTest }: { returnTo: string | undefined; isTest: boolean },
  ): Promise<SentTo> {
    const { SAML } = await import('@node-saml/node-saml')
    const service = toService(org)
    // An ID must not begin with a digit (xs:ID).
    const id = `_${newOpaqueToken(org)}`
    const saml = new SAML({
      ...{ issuer: service.entityId, callbackUrl: service.acsUrl, entryPoint: provider.sso_url },
      ...{ idpCert: [...provider.certificates], identifierFormat: null, disableRequestedAuthnContext: true },
      generateUniqueId: () => id,
    })
    const to = await saml.getAuthorizeUrlAsync('', undefined, {})
    const [hash, createdAt] = [requestHash(id), clock.now()]
    await store.of(org).transact((tx) =>
      insertRequest(tx, org, {
        ...{ stateHash: hash, providerId: provider.id, returnTo: localPath(returnTo), createdAt },
        ...{ browserHash: hashOfToken(browser), secrets: seal(org, hash, { isTest }) },
        expiresAt: new Date(createdAt.getTime() + REQUEST_MS),
      }),
    )
    return { is: 'sent', to, providerName: provider.name }
  }

  const mayTry = (address: string) => parts.attempts.take('sent to a provider', toNetworkKey(address), FROM_A_NETWORK)

  /** Accepts a verified response once, and stores its person for the browser. */
  async function accept(
    org: OrganizationId,
    provider: SamlProviderRow,
    response: UnverifiedResponse,
    {
      person,
      assertion,
      isTest,
      relayState,
    }: {
      person: IdentityClaims
      assertion: { hash: string; expiresAt: Date }
      isTest: boolean
      relayState: string | undefined
    },
  ): Promise<Received> {
    const [token, now] = [newOpaqueToken(org), clock.now()]
    const ownBrowser = response.inResponseTo === undefined ? randomBytes(32).toString('base64url') : undefined
    await store.of(org).transact(async (tx) => {
      const waiting =
        response.inResponseTo === undefined ? undefined : await takeWaiting(tx, org, requestHash(response.inResponseTo))
      if (response.inResponseTo !== undefined && waiting === undefined) throw new SamlFault('unknown_request')
      if (!(await insertAssertion(tx, org, assertion, now))) throw new SamlFault('replayed')
      const hash = arrivalHash(token)
      const { email, firstName, lastName } = person
      await insertRequest(tx, org, {
        ...{ stateHash: hash, providerId: provider.id, createdAt: now },
        browserHash: waiting?.browser_hash ?? hashOfToken(ownBrowser ?? ''),
        returnTo: waiting === undefined ? localPath(relayState) : (waiting.return_to ?? undefined),
        secrets: seal(org, hash, {
          ...{ isTest, isFromProvider: waiting === undefined, person: { email, firstName, lastName } },
        }),
        expiresAt: new Date(now.getTime() + ARRIVAL_MS),
      })
    })
    return { is: 'received', path: `${ARRIVAL_PATH}/${token}`, browser: ownBrowser }
  }

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
    ): Promise<SentTo> {
      if (!(await mayTry(from.address))) return { is: 'too_many' }
      const provider = await selectSaml(store.of(org).read, org)
      if (provider?.enabled !== true) return { is: 'no_provider' }
      return requestSignIn(org, provider, from.browser, { returnTo, isTest: false })
    },

    /** Starts a test, which works before the provider is enabled and signs nobody in. */
    async sendTest(org: OrganizationId, from: { readonly browser: string; readonly address: string }): Promise<SentTo> {
      if (!(await mayTry(from.address))) return { is: 'too_many' }
      const provider = await selectSaml(store.of(org).read, org)
      if (provider === undefined) return { is: 'no_provider' }
      return requestSignIn(org, provider, from.browser, { returnTo: undefined, isTest: true })
    },

    /** Verifies a response. Nobody is signed in yet. */
    async receive(
      org: OrganizationId,
      form: { readonly response: string; readonly relayState: string | undefined },
    ): Promise<Received> {
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
          const hash = requestHash(inResponseTo)
          const waiting = await selectWaiting(database.read, org, provider.id, hash, expected.now)
          if (waiting === undefined) throw new SamlFault('unknown_request')
          isTest = open<RequestSecrets>(org, hash, waiting.secrets).isTest
        }
        const verified = await verifyResponse(response, expected)
        const hash = createHash('sha256')
          .update(JSON.stringify([provider.issuer, verified.id]))
          .digest('hex')
        return await accept(org, provider, response, {
          ...{ isTest, relayState: form.relayState, person: readPerson(verified, provider.email_attribute) },
          assertion: { hash, expiresAt: verified.expiresAt },
        })
      } catch (error) {
        if (!(error instanceof SamlFault)) throw error
        log.warn({ organization: org, provider: provider.id, why: error.code }, 'a SAML response was rejected')
        await record(org, { outcome: error.code, detail: error.detail, isTest })
        return { is: 'refused', why: error.code }
      }
    },

    /** Completes a sign-in in the browser that began it. */
    async finish(token: string, from: Arrival & { readonly browser: string }): Promise<Finished> {
      const org = readOpaqueToken(token)?.organizationId
      if (org === undefined) return { is: 'refused', why: 'not_ours' }
      const database = store.of(org)
      const by = { stateHash: arrivalHash(token), browserHash: hashOfToken(from.browser) }
      const row = await database.transact((tx) => takeRequest(tx, org, by, clock.now()))
      const provider = row && (await selectSaml(database.read, org))
      if (row === undefined || provider === undefined || provider.id !== row.provider_id)
        return { is: 'refused', why: 'not_ours' }
      const { isTest, isFromProvider, person } = open<ArrivalSecrets>(org, by.stateHash, row.secrets)
      if (!isTest && (!provider.enabled || (isFromProvider && !provider.allows_idp_initiated)))
        return { is: 'refused', why: 'not_ours' }
      const said: IdentityClaims = { subject: undefined, verified: true, ...person, email: person.email }
      const attempt = { database, org, clock, provider, said, from, returnTo: row.return_to ?? undefined }
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
