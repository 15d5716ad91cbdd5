/**
 * How a provider is spoken to: found by its issuer, asked by the port that asks no private address, and with every
 * signature checked, also where TLS alone would do.
 */
import type { Configuration, CustomFetch } from 'openid-client'
import type { OrganizationId } from '../../core/principal.ts'
import { type PublicFetch, PublicFetchError, type PublicFetchFault } from '../../core/public-fetch.ts'
import type { Sealer } from '../../core/sealed.ts'
import type { ProviderRow } from './queries.ts'

/** Some list the keys of all their customers. */
const DOCUMENT_MAX = 512 * 1024

export type ProviderFaultCode =
  | PublicFetchFault
  /** No discovery document, or one that lacks what is needed. */
  | 'not_a_provider'
  /** It says that it is another issuer than it was asked for, or one for all the world. */
  | 'wrong_issuer'
  /** The service has another secret than it had when the client's was given. */
  | 'secret_unreadable'

const WORDS: Readonly<Record<ProviderFaultCode, string>> = {
  not_https: 'Its address is not https. Plain http is for private addresses that the operator allows.',
  not_public: 'Its address is not a public one. Private and loopback ones are for the operator to allow.',
  unknown_name: 'The name of its address is not known.',
  unreachable: 'No connection to it came about.',
  certificate: 'It could not show that it is who its address names.',
  timeout: 'It took too long to answer.',
  too_large: 'Its answer is too large.',
  not_a_provider: 'There is no OpenID Connect discovery document at this issuer.',
  wrong_issuer:
    'It says that it is another issuer. Enter the issuer of your own tenant, letter by letter as it says it.',
  secret_unreadable: 'The secret of this service has changed: enter the client secret again.',
}

export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly code: ProviderFaultCode
  constructor(code: ProviderFaultCode) {
    super(WORDS[code])
    this.code = code
  }
}

/** What the client secret is sealed for. */
const purposeOf = (providerId: string) => `sign-in provider ${providerId}`

export const sealClientSecret = (sealer: Sealer, org: OrganizationId, id: string, secret: string): string =>
  sealer.seal(org, purposeOf(id), secret)

interface Ports {
  readonly fetchPublic: PublicFetch
  readonly sealer: Sealer
  readonly org: OrganizationId
}

/** @throws ProviderFault */
export async function discover(
  { fetchPublic, sealer, org }: Ports,
  provider: Pick<ProviderRow, 'id' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<Configuration> {
  const secret = opened(sealer, org, provider)
  const client = await import('openid-client')
  const options = {
    [client.customFetch]: fetchBy(fetchPublic),
    // What may be asked over plain http, the port decides.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  }
  let found: Configuration
  try {
    found = await client.discovery(new URL(provider.issuer), provider.client_id, undefined, client.None(), options)
  } catch (error) {
    throw new ProviderFault(faultIn(error) ?? (isOtherIssuer(error) ? 'wrong_issuer' : 'not_a_provider'))
  }
  const metadata = found.serverMetadata()
  // One that signs in the people of all its customers writes a name with a gap in it, which the library would fill.
  if (trimmed(metadata.issuer) !== trimmed(provider.issuer)) throw new ProviderFault('wrong_issuer')
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    // A browser is sent to one of them as it stands there.
    if (!/^https?:$/.test(URL.parse(endpoint ?? '')?.protocol ?? '')) throw new ProviderFault('not_a_provider')
  }
  if (secret === undefined) return found
  const methods = metadata.token_endpoint_auth_methods_supported
  const asBasic = methods === undefined || methods.includes('client_secret_basic')
  const way = asBasic ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  const configured = new client.Configuration(metadata, provider.client_id, undefined, way)
  configured[client.customFetch] = options[client.customFetch]
  for (const enable of options.execute) enable(configured)
  return configured
}

const trimmed = (issuer: string) => issuer.replace(/\/$/, '')

function opened(sealer: Sealer, org: OrganizationId, { id, client_secret }: Pick<ProviderRow, 'id' | 'client_secret'>) {
  if (client_secret === null) return undefined
  try {
    return sealer.open(org, purposeOf(id), client_secret)
  } catch {
    throw new ProviderFault('secret_unreadable')
  }
}

const fetchBy =
  (fetchPublic: PublicFetch): CustomFetch =>
  (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`A provider is not asked by ${method}.`)
    return fetchPublic(url, {
      method,
      headers,
      maxBytes: DOCUMENT_MAX,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
  }

/** What kept it from being asked, when that is what went wrong. */
export function faultIn(error: unknown): PublicFetchFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PublicFetchError) return cause.fault
  }
  return undefined
}

const isOtherIssuer = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
