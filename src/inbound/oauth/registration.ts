/**
 * What a program may say of itself (RFC 7591, section 2), by registration or in its own document. Everything else it
 * says is left out, which section 3.2.1 allows; what it answers with is what counts.
 */

export const AUTH_METHODS = ['none', 'client_secret_basic', 'client_secret_post'] as const
export type AuthMethod = (typeof AUTH_METHODS)[number]

export interface Registration {
  readonly client_name: string
  readonly redirect_uris: readonly string[]
  readonly token_endpoint_auth_method: AuthMethod
  /** `native`: the port of a loopback address is chosen anew each time (RFC 8252, section 7.3). */
  readonly application_type: 'native' | 'web'
  readonly client_uri?: string
}

/** What every program gets, whatever it asked for. */
export const GRANTED = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
} as const

/** The words begin with the name of the field. */
export class RegistrationRefused extends Error {
  override readonly name = 'RegistrationRefused'
}

const REDIRECTS_MAX = 10
const URI_MAX = 512
const NAME_MAX = 128

/**
 * @param fallback how a program authenticates that does not say: with a secret (RFC 7591, section 2) or without
 * @throws RegistrationRefused
 */
export function readRegistration(said: unknown, fallback: AuthMethod = 'client_secret_basic'): Registration {
  if (typeof said !== 'object' || said === null || Array.isArray(said))
    throw wrong('registration: this must be a JSON object.')
  const given = said as Readonly<Record<string, unknown>>
  const redirects = redirectsOf(given.redirect_uris)
  mustHold(given.grant_types, 'authorization_code', 'grant_types')
  mustHold(given.response_types, 'code', 'response_types')
  const clientUri = clientUriOf(given.client_uri)
  return {
    client_name: nameOf(given.client_name) ?? URL.parse(clientUri ?? redirects[0] ?? '')?.host ?? '',
    redirect_uris: redirects,
    token_endpoint_auth_method: methodOf(given.token_endpoint_auth_method ?? fallback),
    application_type: redirects.every((uri) => uri.startsWith('https:')) ? 'web' : 'native',
    ...(clientUri === undefined ? {} : { client_uri: clientUri }),
  }
}

const wrong = (description: string) => new RegistrationRefused(description)

function redirectsOf(given: unknown): string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > REDIRECTS_MAX) {
    throw wrong(`redirect_uris must have 1 to ${REDIRECTS_MAX} addresses.`)
  }
  for (const uri of given) {
    const fault = faultOfRedirect(uri)
    if (fault !== undefined) throw wrong(`redirect_uris: ${fault}`)
  }
  return [...new Set(given as string[])]
}

/** Names that never leave the machine. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Names and addresses that can stand in a header; a browser takes more. */
const PLAIN_HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:]+\])$/

/** A name that its owner has turned around: `com.example.app:` (RFC 8252, section 7.1). */
const REVERSE_DOMAIN = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+:$/

/** What is wrong with an address that codes are sent to, in words; undefined when nothing is. */
export function faultOfRedirect(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || uri.length > URI_MAX || !/^[\x21-\x7e]+$/.test(uri)) {
    return `an address has at most ${URI_MAX} visible ASCII characters.`
  }
  const url = URL.parse(uri)
  if (url === null) return 'an address must be a whole URI.'
  if (uri.includes('#')) return 'an address must have no fragment.'
  if (url.username !== '' || url.password !== '') return 'an address must name no user.'
  if (url.protocol === 'https:') return PLAIN_HOST.test(url.hostname) ? undefined : 'the host is not a plain one.'
  if (url.protocol === 'http:') {
    return LOOPBACK.has(url.hostname) ? undefined : 'http is for localhost, 127.0.0.1 and [::1] only; use https.'
  }
  return REVERSE_DOMAIN.test(url.protocol)
    ? undefined
    : 'a scheme of your own must be a domain name turned around, such as com.example.app.'
}

function mustHold(given: unknown, needed: string, name: string): void {
  if (given === undefined) return
  if (!Array.isArray(given) || !given.includes(needed)) throw wrong(`${name} must hold ${needed}.`)
}

function methodOf(given: unknown): AuthMethod {
  const known = AUTH_METHODS.find((method) => method === given)
  if (known === undefined) throw wrong(`token_endpoint_auth_method must be one of ${AUTH_METHODS.join(', ')}.`)
  return known
}

/** One line that can be shown: letters that print nothing, or turn the direction of others around, are left out. */
function nameOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined
  if (typeof given !== 'string') throw wrong('client_name must be text.')
  const name = given
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
  if ([...name].length > NAME_MAX) throw wrong(`client_name must have at most ${NAME_MAX} characters.`)
  return name === '' ? undefined : name
}

/** Only told, never asked; what is no web address is not worth telling. */
function clientUriOf(given: unknown): string | undefined {
  if (typeof given !== 'string' || given.length > URI_MAX || !/^[\x21-\x7e]+$/.test(given)) return undefined
  const url = URL.parse(given)
  return url !== null && /^https?:$/.test(url.protocol) && PLAIN_HOST.test(url.hostname) ? url.href : undefined
}
