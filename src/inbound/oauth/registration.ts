/**
 * Client metadata (RFC 7591, section 2), from registration or from a client metadata document. Unknown fields are
 * ignored, which section 3.2.1 allows; the response contains the effective values.
 */

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export interface Registration {
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: AuthMethod
  /** `native`: loopback redirect URIs match with any port (RFC 8252, section 7.3). */
  readonly application_type: 'native' | 'web'
  readonly client_uri?: string
}

/** Values for all clients, whatever they requested. */
export const GRANTED = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
} as const

/** Invalid client metadata. The message starts with the name of the field. */
export class RegistrationRefused extends Error {
  override readonly name = 'RegistrationRefused'
}

const REDIRECTS_MAX = 10
const URI_MAX = 512
const NAME_MAX = 128

/**
 * @param fallback authentication method if the metadata has none: with a secret (RFC 7591, section 2) or without
 * @throws RegistrationRefused
 */
export function readRegistration(said: unknown, fallback: AuthMethod = 'client_secret_basic'): Registration {
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw registrationError('registration: must be a JSON object.')
  const given = said as Readonly<Record<string, unknown>>
  const redirects = parseRedirects(given.redirect_uris)
  requireIncluded(given.grant_types, 'authorization_code', 'grant_types')
  requireIncluded(given.response_types, 'code', 'response_types')
  const clientUri = parseClientUri(given.client_uri)
  return {
    client_name: parseClientName(given.client_name) ?? URL.parse(clientUri ?? redirects[0] ?? '')?.host ?? '',
    redirect_uris: redirects,
    token_endpoint_auth_method: parseAuthMethod(given.token_endpoint_auth_method ?? fallback),
    application_type: redirects.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
    ...(clientUri === undefined ? {} : { client_uri: clientUri }),
  }
}

const registrationError = (description: string) => new RegistrationRefused(description)

function parseRedirects(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > REDIRECTS_MAX) {
    throw registrationError(`redirect_uris must have 1 to ${REDIRECTS_MAX} redirect URIs.`)
  }
  for (const uri of given) {
    const fault = faultOfRedirect(uri)
    if (fault !== undefined) throw registrationError(`redirect_uris: ${fault}`)
  }
  return [...new Set(given as string[])]
}

/** Hosts of the local machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Hosts that are valid in a header. Browsers accept more. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:]+\])$/

/** Reversed domain name as URI scheme: `com.example.app:` (RFC 8252, section 7.1). */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** Problem of a redirect URI, or undefined if it's valid. */
export function faultOfRedirect(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > URI_MAX || !/^[\x21-\x7e]+$/.test(uri)) {
    return `a redirect URI can have at most ${URI_MAX} characters, all of them visible ASCII.`
  }
  const url = URL.parse(uri)
  if (url === null) return 'a redirect URI must be absolute.'
  if (uri.includes('#')) return 'a redirect URI must not have a fragment.'
  if (url.username !== '' || url.password !== '') return 'a redirect URI must not contain a user name or password.'
  if (url.protocol === 'https:')
    return PLAIN_HOST.test(url.hostname) ? undefined : "the host contains characters that aren't allowed."
  if (url.protocol === 'http:') {
    return LOOPBACK.has(url.hostname)
      ? undefined
      : 'http is allowed only for localhost, 127.0.0.1 and [::1]; use https.'
  }
  return REVERSE_DOMAIN.test(url.protocol)
    ? undefined
    : 'a custom scheme must be a reversed domain name, such as com.example.app.'
}

function requireIncluded(given: unknown, needed: string, name: string): void {
  if (given === undefined) return
  if (!Array.isArray(given) || !given.includes(needed)) throw registrationError(`${name} must contain ${needed}.`)
}

function parseAuthMethod(given: unknown): AuthMethod {
  const known = AUTH_METHODS.find((method) => method === given)
  if (known === undefined)
    throw registrationError(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`)
  return known
}

/**
 * Normalizes the name to one visible line. Removes invisible characters and characters that change the text direction.
 */
function parseClientName(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw registrationError('client_name must be text.')
  const name = given
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if ([...name].length > NAME_MAX) throw registrationError(`client_name can have at most ${NAME_MAX} characters.`)
  return name === '' ? undefined : name
}

/** Website of the client, for display only. Ignored if it isn't a web URL. */
function parseClientUri(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > URI_MAX || !/^[\x21-\x7e]+$/.test(given)) return undefined
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.hostname) ? url.href : undefined
}
