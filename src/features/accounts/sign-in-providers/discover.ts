/**
 * Client of a sign-in provider: OpenID Connect discovery by issuer, through the port that blocks private addresses. All
 * signatures are verified, also where the standard accepts TLS instead.
 */

import type { Configuration, CustomFetch } from 'openid-client'
import { PRIVATE_TARGETS_HINT } from '../../../core/external-url.ts'
import type { OrganizationId } from '../../../core/principal.ts'
import { type PublicFetch, PublicFetchError, type PublicFetchFault } from '../../../core/public-fetch.ts'
import type { Sealer } from '../../../core/sealed.ts'
import type { ProviderRow } from './queries.ts'

/** Maximum response size in bytes. Some providers list the keys of all their customers. */
const DOCUMENT_MAX = 512 * 1024

export type ProviderFaultCode =
  | PublicFetchFault
  /** The discovery document is missing or incomplete. */
  | 'not_a_provider'
  /** The document has another issuer, or one for all tenants. */
  | 'wrong_issuer'
  /** The secret of the service changed after the client secret was stored. */
  | 'secret_unreadable'

const WORDS: Readonly<Record<ProviderFaultCode, string>> = {
  not_https: "The issuer doesn't use https. Plain http works only for private addresses that the operator allows.",
  not_public: `The issuer doesn't have a public address. ${PRIVATE_TARGETS_HINT}`,
  unknown_name: "The host name of the issuer can't be resolved. Check the issuer.",
  unreachable: "Parley couldn't connect to the provider. Check the issuer, then try again.",
  certificate: "The TLS certificate of the provider isn't valid for its host name.",
  timeout: 'The provider took too long to respond. Try again later.',
  too_large: 'The response of the provider is too large.',
  not_a_provider: 'The issuer has no valid OpenID Connect discovery document. Check the issuer.',
  wrong_issuer:
    'The provider reports another issuer. Enter the issuer of your own tenant exactly as the provider shows it.',
  secret_unreadable: 'The secret of this service has changed. Enter the client secret again.',
}

export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
  readonly code: ProviderFaultCode
  constructor(code: ProviderFaultCode) {
    super(WORDS[code])
    this.code = code
  }
}

/** Purpose that the client secret is sealed for. */
const toSealPurpose = (providerId: string) => `sign-in provider ${providerId}`

export const sealClientSecret = (sealer: Sealer, org: OrganizationId, id: string, secret: string): string =>
  sealer.seal(org, toSealPurpose(id), secret)

interface DiscoveryPorts {
  readonly fetchPublic: PublicFetch
  readonly sealer: Sealer
  readonly org: OrganizationId
}

/** @throws ProviderFault */
export async function discover(
  { fetchPublic, sealer, org }: DiscoveryPorts,
  provider: Pick<ProviderRow, 'id' | 'issuer' | 'client_id' | 'client_secret'>,
): Promise<Configuration> {
  const secret = openClientSecret(sealer, org, provider)
  const client = await import('openid-client')
  const options = {
    [client.customFetch]: fetchBy(fetchPublic),
    // The port decides which addresses can use plain http.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  }
  let found: Configuration
  try {
    found = await client.discovery(new URL(provider.issuer), provider.client_id, undefined, client.None(), options)
  } catch (error) {
    throw new ProviderFault(faultIn(error) ?? (isOtherIssuer(error) ? 'wrong_issuer' : 'not_a_provider'))
  }
  const metadata = found.serverMetadata()
  // A multi-tenant provider returns an issuer with a placeholder, which the library would replace.
  if (trimmed(metadata.issuer) !== trimmed(provider.issuer)) throw new ProviderFault('wrong_issuer')
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata
  for (const endpoint of [authorization_endpoint, token_endpoint, jwks_uri]) {
    // Browsers are redirected to these URLs.
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

function openClientSecret(
  sealer: Sealer,
  org: OrganizationId,
  { id, client_secret }: Pick<ProviderRow, 'id' | 'client_secret'>,
) {
  if (client_secret === null) return undefined
  try {
    return sealer.open(org, toSealPurpose(id), client_secret)
  } catch {
    throw new ProviderFault('secret_unreadable')
  }
}

const fetchBy =
  (fetchPublic: PublicFetch): CustomFetch =>
  (url, { method, headers, body, signal }) => {
    if (method !== 'GET' && method !== 'POST') throw new TypeError(`Requests to a provider can't use ${method}.`)
    return fetchPublic(url, {
      method,
      headers,
      maxBytes: DOCUMENT_MAX,
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
    })
  }

/** Fault of the request to the provider; undefined if the error has another cause. */
export function faultIn(error: unknown): PublicFetchFault | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PublicFetchError) return cause.fault
  }
  return undefined
}

const isOtherIssuer = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'
