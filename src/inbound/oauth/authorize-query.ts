/** Reduces an authorization request to the parameters that Parley supports. */
import { TOOL_SCOPES } from '../../core/tool-scopes.ts'

/** Parameters of an authorization request. Others are ignored (RFC 6749, section 3.1); `request` is rejected later. */
const KEPT = new Set([
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'request',
  'request_uri',
])

/**
 * OpenID Connect scopes that many clients request by default. Refresh tokens are always issued, and Parley doesn't
 * disclose the identity of the user.
 */
const HABITS = new Set(['offline_access', 'openid', 'profile', 'email'])

/** Supported prompts. The consent page is shown for every request. */
const PROMPTS = new Set(['none', 'consent'])

/**
 * Invalid response mode. The library accepts every mode that it knows, so unsupported modes are replaced by this one
 * and rejected.
 */
const NO_MODE = 'unsupported'

/** @param query original query string, possibly with repeated parameters, which the library rejects */
export function authorizeQuery(query: string): string {
  const kept = new URLSearchParams()
  const given = new URLSearchParams(query)
  for (const [name, value] of given) {
    if (name === 'scope') kept.append(name, normalizeScope(value))
    else if (name === 'response_mode') kept.append(name, value === 'query' ? value : NO_MODE)
    else if (KEPT.has(name) || (name === 'prompt' && PROMPTS.has(value))) kept.append(name, value)
  }
  if (!given.has('scope')) kept.set('scope', TOOL_SCOPES.join(' '))
  return kept.toString()
}

function normalizeScope(given: string): string {
  const scopes = given.split(' ').filter((scope) => scope !== '' && !HABITS.has(scope))
  return scopes.length === 0 ? TOOL_SCOPES.join(' ') : scopes.join(' ')
}
