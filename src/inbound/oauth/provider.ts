/** The protocol library, bound to the users of Parley. Loaded with the first request that needs it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { EventEmitter } from 'node:events'
import type { default as OIDCProvider } from 'oidc-provider'
import { newOpaqueToken } from '../../core/opaque-tokens.ts'
import { readPair } from './adapter.ts'
import type { OAuthParts } from './parts.ts'
import { type BrowserVisit, createConfiguration, SESSION_NAME } from './provider-configuration.ts'

export type OAuthProvider = OIDCProvider

export interface OAuthEngine {
  readonly provider: OAuthProvider
  /** Runs `work` with the user of the visit as the signed-in user. */
  asVisitor<T>(visit: BrowserVisit, work: () => Promise<T>): Promise<T>
}

export async function createEngine(parts: OAuthParts): Promise<OAuthEngine> {
  const { Provider, ...library } = await import('oidc-provider')
  const visits = new AsyncLocalStorage<BrowserVisit>()
  const issuer = parts.publicUrl()
  const provider = new Provider(
    issuer,
    createConfiguration(parts, library, () => visits.getStore()),
  )
  baseUrlsOnIssuer(provider, issuer)
  delayResponses(provider, () => visits.getStore()?.beforeResponse)
  replaceSession(provider, () => visits.getStore()?.visitor?.sessionId)
  logErrors(provider, parts.log)
  addOrganizationToTokens(provider)
  return {
    provider,
    asVisitor: (visit, work) => visits.run(visit, work),
  }
}

/** Bases URLs on PUBLIC_URL, whatever host the request used. */
function baseUrlsOnIssuer(provider: OAuthProvider, issuer: string): void {
  provider.proxy = true
  const { host, protocol } = new URL(issuer)
  provider.use(async ({ req }, next) => {
    req.headers['x-forwarded-host'] = host
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    await next()
  })
}

/** Delays responses until the work of their visits is done. The library sends a response after all of these functions. */
function delayResponses(provider: OAuthProvider, getWork: () => BrowserVisit['beforeResponse']): void {
  provider.use(async (ctx, next) => {
    await next()
    await getWork()?.(ctx.status)
  })
}

/** Replaces the session of the library with the one of the signed-in user, which browsers never see. */
function replaceSession(provider: OAuthProvider, getSessionId: () => string | undefined): void {
  provider.use(async ({ req, res }, next) => {
    req.headers.cookie = withSession(req.headers.cookie, getSessionId())
    await next()
    const cookies = [res.getHeader('set-cookie') ?? []].flat().map(String)
    const others = cookies.filter((cookie) => !cookie.startsWith(`${SESSION_NAME}=`))
    if (others.length < cookies.length) res.setHeader('set-cookie', others)
  })
}

function withSession(cookies = '', sessionId: string | undefined): string {
  const others = cookies.split(';').filter((pair) => !pair.trim().startsWith(`${SESSION_NAME}=`))
  return (sessionId === undefined ? others : [...others, `${SESSION_NAME}=${sessionId}`]).join(';')
}

function logErrors(provider: OAuthProvider, log: OAuthParts['log']): void {
  const logError = (error: Error) => log.error({ error: error.message, stack: error.stack }, 'OAuth failed')
  provider.on('server_error', (_ctx: unknown, error: Error) => logError(error))
  // Errors outside of the protocol. The library's types don't declare this event.
  ;(provider as EventEmitter).on('error', logError)
}

/** Adds their organization to tokens, so that one query finds them. */
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
