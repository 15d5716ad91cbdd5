/** The request of a program as the protocol library gets it: without what is not served here. */
import { TOOL_SCOPES } from '../../core/tool-scopes.ts'

/** What an authorization request is made of. Others are left out (RFC 6749, section 3.1); `request` is refused later. */
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

/** Programs ask for these out of habit. Refresh tokens are given anyway, and who the user is nobody is told. */
const HABITS = new Set(['offline_access', 'openid', 'profile', 'email'])

/** Prompts that mean something here: everybody is asked each time. */
const PROMPTS = new Set(['none', 'consent'])

/** The library answers in whatever mode it knows, be it to refuse it. This is one that it does not know. */
const NO_MODE = 'unsupported'

/** @param query as it was sent, with or without repetitions, which the library refuses itself */
export function authorizeQuery(query: string): string {
  const kept = new URLSearchParams()
  const given = new URLSearchParams(query)
  for (const [name, value] of given) {
    if (name === 'scope') kept.append(name, scopeOf(value))
    else if (name === 'response_mode') kept.append(name, value === 'query' ? value : NO_MODE)
    else if (KEPT.has(name) || (name === 'prompt' && PROMPTS.has(value))) kept.append(name, value)
  }
  if (!given.has('scope')) kept.set('scope', TOOL_SCOPES.join(' '))
  return kept.toString()
}

function scopeOf(given: string): string {
  const scopes = given.split(' ').filter((scope) => scope !== '' && !HABITS.has(scope))
  return scopes.length === 0 ? TOOL_SCOPES.join(' ') : scopes.join(' ')
}
