/**
 * Requests that wait for their response, and responses that wait for their browser. Both are rows of `sign_in_requests`. A
 * row works once, and its content is sealed for its purpose.
 */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/db.ts'
import { localPath } from '../../../core/local-path.ts'
import { hashOfToken, newOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import type { Sealer } from '../../../core/sealed.ts'
import { type IdentityClaims, insertRequest, takeRequest } from '../single-sign-on/index.ts'
import { toServiceProvider } from './addresses.ts'
import { SamlFault } from './faults.ts'
import { insertAssertion, type SamlProviderRow, selectWaiting, takeWaiting } from './queries.ts'

const REQUEST_MS = 10 * 60_000
/** Time in which the browser continues after its response. */
const ARRIVAL_MS = 2 * 60_000

/** Path where the browser continues after its response. */
const ARRIVAL_PATH = '/sign-in/saml'

/** Purpose of a request, and the person in its response. Sealed in the row of the request. */
interface RequestSecrets {
  readonly isTest: boolean
}
interface ArrivalSecrets extends RequestSecrets {
  readonly person: Pick<IdentityClaims, 'email' | 'firstName' | 'lastName'>
  readonly isFromProvider: boolean
}

interface AcceptedResponse {
  /** Path where the browser continues. */
  readonly path: string
  /** Value for the cookie of the browser, if the sign-in started at the provider. */
  readonly browser: string | undefined
}

interface AcceptedArrival extends ArrivalSecrets {
  readonly providerId: string
  readonly returnTo: string | undefined
}

export function createSamlRequests(parts: { store: Store; clock: Clock; sealer: Sealer; publicUrl: () => string }) {
  const { store, clock, sealer } = parts
  const requestHash = (id: string) => hashOfToken(`saml request ${id}`)
  const arrivalHash = (token: string) => hashOfToken(`saml arrival ${token}`)
  const purpose = (hash: string) => `saml sign-in ${hash}`
  const seal = (org: OrganizationId, hash: string, secrets: RequestSecrets | ArrivalSecrets) =>
    sealer.seal(org, purpose(hash), JSON.stringify(secrets))
  const open = <T>(org: OrganizationId, hash: string, sealed: string) =>
    JSON.parse(sealer.open(org, purpose(hash), sealed)) as T

  return {
    /** Makes a request that the browser takes to the provider. */
    async start(
      org: OrganizationId,
      provider: SamlProviderRow,
      browser: string,
      { returnTo, isTest }: { returnTo: string | undefined; isTest: boolean },
    ): Promise<{ readonly is: 'sent'; readonly to: string; readonly providerName: string }> {
      const { SAML } = await import('@node-saml/node-saml')
      const service = toServiceProvider(parts.publicUrl(), org)
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
    },

    /** Request that a response claims to answer. */
    async find(org: OrganizationId, providerId: string, id: string): Promise<RequestSecrets | undefined> {
      const hash = requestHash(id)
      const waiting = await selectWaiting(store.of(org).read, org, providerId, hash, clock.now())
      return waiting && open<RequestSecrets>(org, hash, waiting.secrets)
    },

    /** Accepts a verified response once, and stores its person for the browser. */
    async accept(
      org: OrganizationId,
      providerId: string,
      inResponseTo: string | undefined,
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
    ): Promise<AcceptedResponse> {
      const [token, now] = [newOpaqueToken(org), clock.now()]
      const ownBrowser = inResponseTo === undefined ? randomBytes(32).toString('base64url') : undefined
      await store.of(org).transact(async (tx) => {
        const waiting = inResponseTo === undefined ? undefined : await takeWaiting(tx, org, requestHash(inResponseTo))
        if (inResponseTo !== undefined && waiting === undefined) throw new SamlFault('unknown_request')
        if (!(await insertAssertion(tx, org, assertion, now))) throw new SamlFault('replayed')
        const hash = arrivalHash(token)
        const { email, firstName, lastName } = person
        await insertRequest(tx, org, {
          ...{ stateHash: hash, providerId: providerId, createdAt: now },
          browserHash: waiting?.browser_hash ?? hashOfToken(ownBrowser ?? ''),
          returnTo: waiting === undefined ? localPath(relayState) : (waiting.return_to ?? undefined),
          secrets: seal(org, hash, {
            ...{ isTest, isFromProvider: waiting === undefined, person: { email, firstName, lastName } },
          }),
          expiresAt: new Date(now.getTime() + ARRIVAL_MS),
        })
      })
      return { path: `${ARRIVAL_PATH}/${token}`, browser: ownBrowser }
    },

    /** Takes a response for the browser that began the sign-in. */
    async takeArrival(org: OrganizationId, token: string, browser: string): Promise<AcceptedArrival | undefined> {
      const by = { stateHash: arrivalHash(token), browserHash: hashOfToken(browser) }
      const row = await store.of(org).transact((tx) => takeRequest(tx, org, by, clock.now()))
      if (row === undefined) return undefined
      const secrets = open<ArrivalSecrets>(org, by.stateHash, row.secrets)
      return { ...secrets, providerId: row.provider_id, returnTo: row.return_to ?? undefined }
    },
  }
}
