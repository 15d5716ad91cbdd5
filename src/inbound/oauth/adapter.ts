/**
 * Storage adapter for the protocol library. Tokens and IDs are stored as digests only. The organization comes from the
 * token itself or from the signed-in user. Clients aren't stored, and sessions are Parley's own.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { OrganizationId } from '../../core/principal.ts'
import type { ClientIds } from './client-ids.ts'
import type { OAuthGrantRef, OAuthKeep, OAuthTokenKind, OAuthUser, Payload } from './parts.ts'
import { GRANTED } from './registration.ts'

/** Account or grant ID of the library: `organization/id`. */
export const toLibraryId = (organizationId: OrganizationId, id: string) => `${organizationId}/${id}`

export function readPair(pair: string): OAuthGrantRef {
  const [organizationId = '', id = ''] = pair.split('/')
  return { organizationId: organizationId as OrganizationId, id }
}

export interface AdapterParts {
  readonly store: OAuthKeep
  readonly clientIds: ClientIds
  /** User who is signed in at the browser of the current request. */
  readonly visitor: () => OAuthUser | undefined
  readonly sessionSeconds: number
  readonly resumeUrl: (interaction: string) => string
  /** Error that the library returns as `invalid_grant`. */
  readonly invalidGrant: (detail: string) => Error
}

export function createAdapterFactory(parts: AdapterParts): (name: string) => Adapter {
  const kinds: Readonly<Record<string, Partial<Adapter>>> = {
    Client: clients(parts),
    Session: sessions(parts),
    Interaction: interactions(parts),
    Grant: grants(parts),
    AuthorizationCode: tokens(parts, 'code'),
    AccessToken: tokens(parts, 'access'),
    RefreshToken: tokens(parts, 'refresh'),
  }
  return (name) => ({ ...createUnusedAdapter(name), ...kinds[name] })
}

/** Fails for methods that aren't implemented, so that a new version of the library can't silently lose data. */
function createUnusedAdapter(name: string): Adapter {
  const refuse = async () => {
    throw new Error(`${name} doesn’t support this storage operation.`)
  }
  return {
    upsert: refuse,
    find: refuse,
    findByUserCode: refuse,
    findByUid: refuse,
    consume: refuse,
    destroy: refuse,
    revokeByGrantId: refuse,
  }
}

const doNothing = async () => {}

function clients({ clientIds }: AdapterParts): Partial<Adapter> {
  return {
    upsert: doNothing,
    async find(id) {
      const known = clientIds.open(id)
      if (known === undefined) return undefined
      const secret = known.token_endpoint_auth_method === 'none' ? {} : { client_secret: clientIds.getSecret(id) }
      return { ...known, ...GRANTED, ...secret } as AdapterPayload
    },
  }
}

/** Creates the library's session from Parley's session for each request. Changes by the library are discarded. */
function sessions({ visitor, sessionSeconds }: AdapterParts): Partial<Adapter> {
  const findSession = async (id: string) => {
    const who = visitor()
    if (who === undefined || who.sessionId !== id) return undefined
    const loginTs = Math.floor(Date.parse(who.signedInAt) / 1000)
    return {
      kind: 'Session',
      jti: id,
      uid: id,
      accountId: toLibraryId(who.organizationId, who.userId),
      loginTs,
      iat: loginTs,
      exp: Math.floor(Date.now() / 1000) + sessionSeconds,
    }
  }
  return { upsert: doNothing, destroy: doNothing, find: findSession, findByUid: findSession }
}

/** Interactions of signed-in users. Without a user, the library only redirects to the sign-in page. */
function interactions({ store, visitor, resumeUrl }: AdapterParts): Partial<Adapter> {
  return {
    async upsert(id, { jti: _, returnTo: __, ...payload }, seconds = 0) {
      const who = visitor()
      if (who !== undefined) await store.saveInteraction(who.organizationId, id, payload, seconds)
    },
    async find(id) {
      const who = visitor()
      const payload = who && (await store.findInteraction(who.organizationId, id))
      return payload && { ...payload, jti: id, returnTo: resumeUrl(id) }
    },
    async destroy(id) {
      const who = visitor()
      if (who !== undefined) await store.endInteraction(who.organizationId, id)
    },
  }
}

/** Grants are created on the consent page. */
function grants({ store }: AdapterParts): Partial<Adapter> {
  return {
    async find(id) {
      const payload = await store.findGrant(readPair(id))
      return payload && { ...payload, jti: id }
    },
    destroy: (id) => store.endGrant(readPair(id)),
  }
}

function tokens({ store, invalidGrant }: AdapterParts, kind: OAuthTokenKind): Partial<Adapter> {
  const findPayload = async (token: string): Promise<AdapterPayload | undefined> => {
    const row = await store.findToken(kind, token)
    return row && { ...row.payload, jti: token, ...(row.consumed ? { consumed: true } : {}) }
  }
  return {
    find: findPayload,
    async upsert(token, { jti: _, ...payload }, seconds = 0) {
      const { grantId = '', scope = '', aud } = payload as Payload & { grantId?: string; scope?: string; aud?: string }
      const audience = kind === 'access' && aud !== undefined ? { audience: aud } : {}
      const kept = { kind, grantId: readPair(grantId).id, scope, payload, seconds, ...audience }
      if (!(await store.saveToken(token, kept))) throw invalidGrant('the connection has ended')
    },
    // The library read the token in an earlier statement. This statement decides atomically whether the token can be
    // used.
    async consume(token) {
      if (await store.consumeToken(kind, token)) return
      const { grantId } = (await findPayload(token)) ?? {}
      if (grantId !== undefined) await store.endGrant(readPair(grantId))
      throw invalidGrant('the token was already used')
    },
    destroy: (token) => store.endToken(token),
    revokeByGrantId: (grantId) => store.endGrant(readPair(grantId)),
  }
}
