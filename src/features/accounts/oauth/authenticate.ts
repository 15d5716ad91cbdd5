/** Authenticates callers of the tool server by OAuth access token. */
import type { Clock } from '../../../core/clock.ts'
import type { Reader, Store } from '../../../core/db.ts'
import { AppError } from '../../../core/errors.ts'
import type { Log } from '../../../core/log.ts'
import { readOpaqueToken } from '../../../core/opaque-tokens.ts'
import type { OrganizationId, Principal, Scope } from '../../../core/principal.ts'
import { noteRequest } from '../../../core/request-scope.ts'
import { shareReads } from '../../../core/shared-work.ts'
import { scopesIn } from '../../../core/tool-scopes.ts'
import { type CallerRow, selectCaller, selectGrantedScopes, updateLastUsed } from './queries.ts'

export type AuthenticateOAuth = (token: string) => Promise<Principal>

/**
 * @param parts `resource`: the only audience that tokens are accepted for
 * @returns a function from an access token to the caller: the user, limited to the scopes that the user granted
 * @throws AppError `invalid_token`: the token expired, or the token is invalid. The second message is the same for
 * unknown tokens, ended connections, other audiences and deactivated users, so that it reveals nothing.
 */
export function createOAuthAuthenticator(parts: {
  store: Store
  clock: Clock
  log: Log
  resource: () => string
}): AuthenticateOAuth {
  const shareLookup = shareReads<CallerRow | undefined>()
  return async (token) => {
    const read = readOpaqueToken(token)
    if (read === undefined) throw invalidToken(INVALID)
    const { organizationId, hash } = read
    const database = parts.store.of(organizationId)
    const caller = await shareLookup(hash, () => selectCaller(database.read, organizationId, hash, parts.clock.now()))
    if (caller === undefined || caller.audience !== parts.resource()) throw invalidToken(INVALID)
    if (caller.expired) throw invalidToken(EXPIRED)
    if (caller.stale) {
      // The time of last use is only informational: updating it must neither delay nor fail the request.
      database
        .transact((tx) => updateLastUsed(tx, organizationId, caller.grant_id, parts.clock.now()))
        .catch((error: Error) => parts.log.warn({ error: error.message }, 'last use of a connection not recorded'))
    }
    const principal: Principal = {
      organizationId,
      user: {
        id: caller.user_id,
        email: caller.email,
        teamIds: caller.team_ids,
        timeZone: caller.time_zone ?? undefined,
      },
      role: caller.role,
      scopes: scopesIn(caller.scope),
      via: 'oauth',
      clientId: caller.client_id,
    }
    noteRequest({ principal })
    return principal
  }
}

/** Scopes that a user currently grants to a client. Empty after the client is disconnected. */
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

const INVALID = "The access token isn't valid. Connect the app again."
const EXPIRED = 'The access token has expired. Get a new one with the refresh token.'

const invalidToken = (detail: string) =>
  new AppError('unauthenticated', 'invalid_token', 'Unauthenticated', [{ pointer: '', detail }])
