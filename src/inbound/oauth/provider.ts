/**
 * Configuration of the protocol library, limited to the supported features: authorization code with PKCE, refresh
 * tokens, revocation, registration. Loaded with the first request that needs it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { createPrivateKey, hkdfSync } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type { Configuration, default as OIDCProvider } from 'oidc-provider'
import type { Secret } from '../../core/config.ts'
import { newOpaqueToken } from '../../core/opaque-tokens.ts'
import { TOOL_SCOPES, type ToolScope } from '../../core/tool-scopes.ts'
import { signInFor } from '../web/sign-in-pages.ts'
import { createAdapterFactory, readPair } from './adapter.ts'
import { createClientIds } from './client-ids.ts'
import { PATHS, toResourceUrl } from './discovery.ts'
import { clientDocument } from './documents.ts'
import { errorPage } from './error-page.ts'
import type { OAuthParts, OAuthUser } from './parts.ts'
import { AUTH_METHODS, GRANTED, RegistrationRefused, readRegistration } from './registration.ts'

export type OAuthProvider = OIDCProvider

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Maximum lifetime of a connection, regardless of refreshes. */
export const GRANT_SECONDS = 365 * DAY
const INTERACTION_SECONDS = HOUR
const DOCUMENT_MAX = 64 * 1024

/**
 * Name of the session cookie that the library expects. The cookie is added to each request internally and never sent to
 * browsers.
 */
const SESSION_NAME = 'parley_oauth_session'

export const consentPath = (interaction: string) => `/oauth/consent/${interaction}`

export interface OAuthEngine {
  readonly provider: OAuthProvider
  /** Runs `work` with this user as the signed-in user. */
  asVisitor<T>(visitor: OAuthUser | undefined, address: string, work: () => Promise<T>): Promise<T>
}

export async function createEngine(parts: OAuthParts): Promise<OAuthEngine> {
  const { Provider, errors, interactionPolicy } = await import('oidc-provider')
  const issuer = parts.publicUrl()
  const resource = toResourceUrl(issuer)
  const present = new AsyncLocalStorage<{ visitor: OAuthUser | undefined; address: string }>()
  const clientIds = createClientIds(parts.secret)
  /** Client IDs of registrations in progress, needed to derive their secrets. */
  const given = new WeakMap<object, string>()

  const configuration: Configuration = {
    adapter: createAdapterFactory({
      store: parts.store,
      clientIds,
      visitor: () => present.getStore()?.visitor,
      sessionSeconds: DAY,
      resumeUrl: (interaction) => `${issuer}${PATHS.authorize}/${interaction}`,
      invalidGrant: (detail) => new errors.InvalidGrant(detail),
    }),
    routes: {
      authorization: PATHS.authorize,
      token: PATHS.token,
      registration: PATHS.register,
      revocation: PATHS.revoke,
      jwks: PATHS.jwks,
    },
    // OpenID Connect isn't supported. All scopes belong to the resource.
    scopes: [],
    claims: {},
    responseTypes: ['code'],
    clientAuthMethods: [...AUTH_METHODS],
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    jwks: { keys: [signingKey(parts.secret)] },
    pkce: { required: () => true },
    // RFC 6749, section 4.1.3 requires redirect_uri at the token endpoint if the authorization request had it. Parley
    // always requires it.
    allowOmittingSingleRegisteredRedirectUri: false,
    clientBasedCORS: () => true,
    cookies: {
      keys: [Buffer.from(deriveKey(parts.secret, 'cookies')).toString('base64url')],
      names: {
        session: SESSION_NAME,
        // The library sets these cookies for a single path, which the prefix `__Host-` doesn't allow.
        interaction: `${issuer.startsWith('https:') ? '__Secure-' : ''}parley_oauth_interaction`,
        resume: `${issuer.startsWith('https:') ? '__Secure-' : ''}parley_oauth_resume`,
      },
      long: { signed: false, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    ttl: {
      AuthorizationCode: MINUTE,
      AccessToken: HOUR,
      RefreshToken: 30 * DAY,
      Grant: GRANT_SECONDS,
      Interaction: INTERACTION_SECONDS,
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
      const signal = init?.signal ?? AbortSignal.timeout(5_000)
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
      resourceIndicators: {
        enabled: true,
        defaultResource: async () => resource,
        async getResourceServerInfo(ctx, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget()
          const asked = String(ctx.oidc.params?.scope ?? TOOL_SCOPES[0]).split(' ')
          if (!asked.some((scope) => TOOL_SCOPES.includes(scope as ToolScope))) {
            throw new errors.InvalidScope('none of the requested scopes is supported', asked.join(' '))
          }
          return { scope: TOOL_SCOPES.join(' '), audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR }
        },
      },
      registration: {
        enabled: true,
        issueRegistrationAccessToken: false,
        idFactory(ctx) {
          const registration = parseRegistration(ctx.oidc.body, errors)
          const id = clientIds.seal(registration, parts.clock.now())
          if (id === undefined) throw new errors.InvalidClientMetadata('the registration is too large')
          // The response, and later checks, use the normalized registration.
          Object.assign(ctx.oidc, { body: { ...registration, ...GRANTED } })
          given.set(ctx, id)
          return id
        },
        secretFactory: (ctx) => clientIds.getSecret(given.get(ctx) ?? ''),
      },
      clientIdMetadataDocument: {
        enabled: true,
        ack: 'draft-02',
        cacheDuration: { min: 5 * MINUTE, max: DAY },
        allowFetch: () => parts.mayFetch(present.getStore()?.address ?? ''),
        allowClient: () => true,
      },
    },
  }

  const provider = new Provider(issuer, configuration)
  // URLs are based on PUBLIC_URL, whatever host the request used.
  provider.proxy = true
  const { host, protocol } = new URL(issuer)
  provider.use(async (ctx, next) => {
    ctx.req.headers['x-forwarded-host'] = host
    ctx.req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    const { visitor } = present.getStore() ?? {}
    ctx.req.headers.cookie = withSession(ctx.req.headers.cookie, visitor?.sessionId)
    await next()
    const cookies = [ctx.res.getHeader('set-cookie') ?? []].flat().map(String)
    const others = cookies.filter((cookie) => !cookie.startsWith(`${SESSION_NAME}=`))
    if (others.length < cookies.length) ctx.res.setHeader('set-cookie', others)
  })
  const failed = (error: Error) => parts.log.error({ error: error.message, stack: error.stack }, 'OAuth failed')
  provider.on('server_error', (_ctx: unknown, error: Error) => failed(error))
  // Errors outside of the protocol. The library's types don't declare this event.
  ;(provider as EventEmitter).on('error', failed)
  addOrganizationToTokens(provider)

  return {
    provider,
    asVisitor: (visitor, address, work) => present.run({ visitor, address }, work),
  }
}

/** Tokens contain their organization, so one query finds them. */
function addOrganizationToTokens(provider: OAuthProvider): void {
  for (const Model of [provider.AuthorizationCode, provider.AccessToken, provider.RefreshToken]) {
    const { generateTokenId } = Model.prototype as unknown as { generateTokenId(): string }
    Object.defineProperty(Model.prototype, 'generateTokenId', {
      value(this: { accountId?: string }) {
        // Also sets the format of access tokens.
        generateTokenId.call(this)
        return newOpaqueToken(readPair(this.accountId ?? '').organizationId)
      },
    })
  }
}

function withSession(cookies = '', sessionId: string | undefined): string {
  const others = cookies.split(';').filter((pair) => !pair.trim().startsWith(`${SESSION_NAME}=`))
  return (sessionId === undefined ? others : [...others, `${SESSION_NAME}=${sessionId}`]).join(';')
}

type Errors = typeof import('oidc-provider')['errors']

function parseRegistration(body: unknown, errors: Errors) {
  try {
    return readRegistration(body)
  } catch (error) {
    // The library selects one of the two error codes of RFC 7591, section 3.2.2 by the first word of the message.
    throw error instanceof RegistrationRefused ? new errors.InvalidClientMetadata(error.message) : error
  }
}

const deriveKey = (secret: Secret, use: string) => hkdfSync('sha256', secret.reveal(), '', `parley oauth ${use}`, 32)

/** Prefix of a PKCS #8 Ed25519 key (RFC 8410), followed by 32 bytes. */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signing key for the JWKS document, which clients expect. Unused, because tokens are opaque. */
function signingKey(secret: Secret) {
  const key = createPrivateKey({
    key: Buffer.concat([ED25519, Buffer.from(deriveKey(secret, 'signing key'))]),
    format: 'der',
    type: 'pkcs8',
  })
  return { ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' }
}
