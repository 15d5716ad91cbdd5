/**
 * Configuration of the protocol library, limited to the supported features: authorization code with PKCE, refresh
 * tokens, revocation, registration. OpenID Connect isn't supported: all scopes belong to the resource.
 */
import type { Configuration } from 'oidc-provider'
import type { Secret } from '../../core/config.ts'
import { TOOL_SCOPES, type ToolScope } from '../../core/tool-scopes.ts'
import { signInFor } from '../web/sign-in-pages.ts'
import { createAdapterFactory, readPair } from './adapter.ts'
import { type ClientIds, createClientIds } from './client-ids.ts'
import { PATHS, toResourceUrl } from './discovery.ts'
import { clientDocument } from './documents.ts'
import { errorPage } from './error-page.ts'
import { createSigningKey, deriveKey } from './keys.ts'
import type { OAuthParts, OAuthUser } from './parts.ts'
import { AUTH_METHODS, GRANTED, RegistrationRefused, readRegistration } from './registration.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Maximum lifetime of a connection, regardless of refreshes. */
export const GRANT_SECONDS = 365 * DAY
/** Maximum size of a client metadata document in bytes. */
const DOCUMENT_MAX = 64 * 1024
const DOCUMENT_TIMEOUT_MS = 5_000

/**
 * Name of the session cookie that the library expects. The cookie is added to each request internally and never sent to
 * browsers.
 */
export const SESSION_NAME = 'parley_oauth_session'

export const consentPath = (interaction: string) => `/oauth/consent/${interaction}`

type Library = typeof import('oidc-provider')
type Features = NonNullable<Configuration['features']>

/** Signed-in user and network address of a request. */
export interface BrowserVisit {
  readonly visitor: OAuthUser | undefined
  readonly address: string
  /** Work that the response waits for, with the status of the response. */
  readonly beforeResponse?: (status: number) => Promise<void>
}

/** @param currentVisit visit of the request that the library is handling */
export function createConfiguration(
  parts: OAuthParts,
  { errors, interactionPolicy }: Pick<Library, 'errors' | 'interactionPolicy'>,
  currentVisit: () => BrowserVisit | undefined,
): Configuration {
  const { secret } = parts
  const issuer = parts.publicUrl()
  const clientIds = createClientIds(secret)
  return {
    adapter: createAdapterFactory({
      ...{ store: parts.store, clientIds, sessionSeconds: DAY },
      visitor: () => currentVisit()?.visitor,
      resumeUrl: (interaction) => `${issuer}${PATHS.authorize}/${interaction}`,
      invalidGrant: (detail) => new errors.InvalidGrant(detail),
    }),
    ...TOKENS,
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      registration: PATHS.register,
      revocation: PATHS.revoke,
      jwks: PATHS.jwks,
    },
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: [...AUTH_METHODS],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    jwks: { keys: [createSigningKey(secret)] },
    pkce: { required: () => true },
    // RFC 6749, section 4.1.3 requires redirect_uri at the token endpoint if the authorization request had it. Parley
    // always requires it.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    cookies: createCookieSettings(issuer, secret),
    async findAccount(_ctx, accountId) {
      const { organizationId, id } = readPair(accountId)
      if (!(await parts.isActive(organizationId, id))) return undefined
      return { accountId, claims: async () => ({ sub: accountId }) }
    },
    interactions: {
      policy: interactionPolicy.base(),
      url: (ctx, interaction) =>
        interaction.prompt.name === 'login' ? signInFor(ctx.req.url ?? PATHS.authorize) : consentPath(interaction.uid),
    },
    renderError(ctx, out) {
      const page = errorPage(ctx.status, out)
      ctx.set(page.headers)
      ctx.body = page.body
    },
    fetch: async (url, init) => {
      const signal = init?.signal ?? AbortSignal.timeout(DOCUMENT_TIMEOUT_MS)
      return clientDocument(await parts.fetchPublic(String(url), signal), DOCUMENT_MAX, parts.log)
    },
    fetchResponseBodyLimits: { 'client_id metadata document': DOCUMENT_MAX },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
      resourceIndicators: limitToResource(toResourceUrl(issuer), errors),
      registration: createRegistration(parts, clientIds, errors),
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 5 * MINUTE, max: DAY },
        allowFetch: () => parts.mayFetch(currentVisit()?.address ?? ''),
        allowClient: () => true,
      },
    },
  }
}

/** Lifetimes of tokens, and how they are refreshed. A connection outlives the session of the browser. */
const TOKENS: Configuration = {
  ttl: {
    AuthorizationCode: MINUTE,
    AccessToken: HOUR,
    RefreshToken: 30 * DAY,
    Grant: GRANT_SECONDS,
    Interaction: HOUR,
    Session: DAY,
    IdToken: MINUTE,
  },
  rotateRefreshToken: true,
  issueRefreshToken: async () => true,
  expiresWithSession: async () => false,
  revokeGrantPolicy: () => true,
  loadExistingGrant: async (ctx) => {
    const grantId = ctx.oidc.result?.consent?.grantId
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId)
  },
}

function createCookieSettings(issuer: string, secret: Secret): Configuration['cookies'] {
  // The library sets these cookies for a single path, which the prefix `__Host-` doesn't allow.
  const prefix = issuer.startsWith('https:') ? '__Secure-' : ''
  return {
    keys: [Buffer.from(deriveKey(secret, 'cookies')).toString('base64url')],
    names: {
      session: SESSION_NAME,
      interaction: `${prefix}parley_oauth_interaction`,
      resume: `${prefix}parley_oauth_resume`,
    },
    long: { signed: false, httpOnly: true, sameSite: 'lax' },
    short: { signed: true, httpOnly: true, sameSite: 'lax' },
  }
}

/** Allows tokens for the tool server only. */
const limitToResource = (resource: string, errors: Library['errors']): Features['resourceIndicators'] => ({
  enabled: true,
  defaultResource: async () => resource,
  async getResourceServerInfo(ctx, indicator) {
    if (indicator !== resource) throw new errors.InvalidTarget()
    const requested = String(ctx.oidc.params?.scope ?? TOOL_SCOPES[0]).split(' ')
    if (!requested.some((scope) => TOOL_SCOPES.includes(scope as ToolScope))) {
      throw new errors.InvalidScope('none of the requested scopes is supported', requested.join(' '))
    }
    return { scope: TOOL_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR }
  },
})

/** Registration of clients (RFC 7591). Client IDs contain the registration, and secrets are derived from the IDs. */
function createRegistration(
  { clock }: Pick<OAuthParts, 'clock'>,
  clientIds: ClientIds,
  errors: Library['errors'],
): Features['registration'] {
  /** Client IDs of the requests in progress, needed to derive their secrets. */
  const issued = new WeakMap<object, string>()
  return {
    enabled: true,
    issueRegistrationAccessToken: false,
    idFactory(ctx) {
      const registration = parseRegistration(ctx.oidc.body, errors)
      const id = clientIds.seal(registration, clock.now())
      if (id === undefined) throw new errors.InvalidClientMetadata('the registration is too large')
      // The response, and later checks, use the normalized registration.
      Object.assign(ctx.oidc, { body: { ...registration, ...GRANTED } })
      issued.set(ctx, id)
      return id
    },
    secretFactory: (ctx) => clientIds.getSecret(issued.get(ctx) ?? ''),
  }
}

function parseRegistration(body: unknown, errors: Library['errors']) {
  try {
    return readRegistration(body)
  } catch (error) {
    // The library selects one of the two error codes of RFC 7591, section 3.2.2 by the first word of the message.
    throw error instanceof RegistrationRefused ? new errors.InvalidClientMetadata(error.message) : error
  }
}
