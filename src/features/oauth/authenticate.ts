/** Who is calling with an access token, for the tool server. */
import type { Clock } from '../../core/clock.ts'
import type { Reader, Store } from '../../core/db.ts'
import { AppError } from '../../core/errors.ts'
import type { Log } from '../../core/log.ts'
import { readOpaqueToken } from '../../core/opaque-tokens.ts'
import type { OrganizationId, Principal, Scope } from '../../core/principal.ts'
import { noteRequest } from '../../core/request-scope.ts'
import { scopesIn } from '../../core/tool-scopes.ts'
import { selectCaller, selectGrantedScopes, updateLastUsed } from './queries.ts'

export type AuthenticateOAuth = (token: string) => Promise<Principal>

/**
 * @param parts `resource`: the one address that tokens are for
 * @returns a function from an access token to the caller: the user, never more than they may, within the scopes they gave
 * @throws AppError `invalid_token`: expired, in its own words; or unknown, ended, of another audience, of a user who may
 * not sign in any more, which of these is nobody's business.
 */
export function createOAuthAuthenticator(parts: {
  store: Store
  clock: Clock
  log: Log
  resource: () => string
}): AuthenticateOAuth {
  return async (token) => {
    const read = readOpaqueToken(token)
    if (read === undefined) throw invalidToken(INVALID)
    const { organizationId, hash } = read
    const database = parts.store.of(organizationId)
    const now = parts.clock.now()
    const caller = await selectCaller(database.read, organizationId, hash, now)
    if (caller === undefined || caller.audience !== parts.resource()) throw invalidToken(INVALID)
    if (caller.expired) throw invalidToken(EXPIRED)
    if (caller.stale) {
      // When a connection was last used is a hint for people: it must neither delay nor fail the request.
      database
        .transact((tx) => updateLastUsed(tx, organizationId, caller.grant_id, now))
        .catch((error: Error) => parts.log.warn({ error: error.message }, 'last use of a connection not recorded'))
    }
    const principal: Principal = {
      organizationId,
      user: { id: caller.user_id, email: caller.email, teamIds: caller.team_ids },
      role: caller.role,
      scopes: scopesIn(caller.scope),
      via: 'oauth',
      clientId: caller.client_id,
    }
    noteRequest({ principal })
    return principal
  }
}

/** What a program may still do for a user: nothing once it is disconnected. */
export async function scopesGranted(
  db: Reader,
  org: OrganizationId,
  userId: string,
  clientId: string,
  now: Date,
): Promise<Scope[]> {
  const granted = await selectGrantedScopes(db, org, userId, clientId, now)
  return [...new Set(granted.flatMap(scopesIn))]
}

const INVALID = 'The access token is not valid. Connect again.'
const EXPIRED = 'The access token has expired. Refresh it.'

const invalidToken = (detail: string) =>
  new AppError('unauthenticated', 'invalid_token', 'Unauthenticated', [{ pointer: '', detail }])
