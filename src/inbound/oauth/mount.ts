/**
 * HTTP routes of OAuth: discovery, endpoints of the protocol library, and the consent page. The library receives the
 * original request, except for what `authorize-query.ts` and the registration rules remove.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { currentLanguage, runInLanguage } from '../../core/languages/current.ts'
import { t } from '../../core/languages/message.ts'
import { RESOURCE_METADATA_PATH, TOOL_PATH } from '../http/addresses.ts'
import { limitBody } from '../http/limit-headers.ts'
import { renderRateLimited } from '../http/limit-requests.ts'
import { mountPages, readFormField, requireOwnForm, SESSION_COOKIE } from '../web/forms.ts'
import { createNoticePage, sendPage } from '../web/page.ts'
import { redirectSeeOther, signInFor } from '../web/sign-in-pages.ts'
import { toLibraryId } from './adapter.ts'
import { authorizeQuery } from './authorize-query.ts'
import { consentPage } from './consent-page.ts'
import { PATHS, resourceMetadata, serverMetadata, toResourceUrl } from './discovery.ts'
import type { OAuthParts, OAuthUser } from './parts.ts'
import { consentPath, createEngine, GRANT_SECONDS, type OAuthEngine } from './provider.ts'

const SERVER_METADATA = '/.well-known/oauth-authorization-server'

type Consent = FastifyRequest<{ Params: { uid: string } }>

/** Authorization request that waits for consent. */
interface Pending {
  readonly engine: OAuthEngine
  readonly user: OAuthUser
  readonly clientId: string
  readonly clientName: string
  readonly knownBy: string | undefined
  readonly claims: string | undefined
  readonly redirectUri: string
  readonly scopes: readonly string[]
}

export function mountOAuth(server: FastifyInstance, parts: OAuthParts): void {
  let loaded: Promise<OAuthEngine> | undefined
  const loadEngine = () => {
    loaded ??= createEngine(parts).catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const findSignedInUser = (request: FastifyRequest) => parts.findUser(parts.forms.cookies.get(request, SESSION_COOKIE))

  server.register(async (scope) => {
    renderLimits(scope)
    mountDiscovery(scope, parts.publicUrl)
  })

  server.register(async (scope) => {
    // The library parses bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    renderLimits(scope)

    /** Passes the request to the library, which writes the response. */
    async function pass(request: FastifyRequest, reply: FastifyReply, visitor: OAuthUser | undefined): Promise<void> {
      const engine = await loadEngine()
      reply.hijack()
      reply.raw.setHeader('x-request-id', request.id)
      await engine.asVisitor(visitor, request.ip, () => engine.provider.callback()(request.raw, reply.raw))
    }

    scope.get(PATHS.authorize, async (request, reply) => {
      const [path = '', query = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
      request.raw.url = `${path}?${authorizeQuery(query)}`
      await pass(request, reply, await findSignedInUser(request))
    })
    scope.get(`${PATHS.authorize}/:uid`, async (request, reply) =>
      pass(request, reply, await findSignedInUser(request)),
    )
    for (const path of [PATHS.token, PATHS.revoke]) {
      scope.route({
        method: ['POST', 'OPTIONS'],
        url: path,
        handler: (request, reply) => pass(request, reply, undefined),
      })
    }
    scope.get(PATHS.jwks, (request, reply) => pass(request, reply, undefined))

    const openToAll = (reply: FastifyReply) => reply.raw.setHeader('access-control-allow-origin', '*')
    scope.options(PATHS.register, async (_request, reply) =>
      reply
        .status(204)
        .headers({
          'access-control-allow-origin': '*',
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
        })
        .send(),
    )
    scope.post(PATHS.register, async (request, reply) => {
      openToAll(reply)
      const reservation = await parts.reserveRegistration(request.ip)
      if (!reservation.isFree) {
        const { retryAfterSeconds } = reservation
        return reply
          .status(429)
          .header('retry-after', retryAfterSeconds)
          .send(limitBody({ window: 'hour', retryAfterSeconds }))
      }
      let isRegistered = false
      try {
        await pass(request, reply, undefined)
        isRegistered = reply.raw.statusCode === 201
      } finally {
        if (!isRegistered) await reservation.giveBack()
      }
    })
  })

  const notOurs = (reply: FastifyReply) =>
    sendPage(
      reply,
      createNoticePage(
        403,
        t('Try again'),
        t("Parley couldn't verify that the form came from its own page. Reload the page and try again."),
      ),
    )
  mountPages(server, { guard: requireOwnForm(parts.forms, notOurs) }, (scope) => {
    scope.get(consentPath(':uid'), async (request: Consent, reply) => {
      const pending = await findPendingConsent(request, reply)
      if (pending === undefined) return reply
      const formToken = parts.forms.token(request, reply)
      const path = consentPath(request.params.uid)
      const { language = currentLanguage() } = pending.user
      return sendPage(
        reply,
        runInLanguage(language, () => consentPage({ ...pending, formToken, path })),
      )
    })

    scope.post(consentPath(':uid'), async (request: Consent, reply) => {
      if (!parts.forms.isOurs(request)) return notOurs(reply)
      const pending = await findPendingConsent(request, reply)
      if (pending === undefined) return reply
      const allowed = readFormField(request, 'choice') === 'allow'
      const grantId = allowed ? await connect(request, pending) : undefined
      const result =
        grantId === undefined
          ? { error: 'access_denied', error_description: t('the user denied access') }
          : { consent: { grantId } }
      const { engine, user } = pending
      const resume = await engine.asVisitor(user, request.ip, () =>
        engine.provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: true }),
      )
      return redirectSeeOther(reply, new URL(resume).pathname)
    })
  })

  /** @returns undefined if the response has already been sent, because there is nothing to decide */
  async function findPendingConsent(request: Consent, reply: FastifyReply): Promise<Pending | undefined> {
    const visitor = await findSignedInUser(request)
    if (visitor === undefined) {
      redirectSeeOther(reply, signInFor(consentPath(request.params.uid)))
      return undefined
    }
    const engine = await loadEngine()
    const found = await engine.asVisitor(visitor, request.ip, async () => {
      const details = await engine.provider.interactionDetails(request.raw, reply.raw).catch((error: Error) => {
        if (error.name === 'SessionNotFound') return undefined
        throw error
      })
      // The cookie identifies an interaction. It must be the one in the URL.
      if (details === undefined || details.uid !== request.params.uid) return undefined
      const client = await engine.provider.Client.find(String(details.params.client_id))
      return client && { details, client }
    })
    if (found === undefined) {
      const words = t('This connection request has expired. Go back to the app and connect again.')
      sendPage(reply, createNoticePage(404, t('Request expired'), words))
      return undefined
    }
    const { details, client } = found
    const missing = (details.prompt.details.missingResourceScopes ?? {}) as Record<string, string[]>
    return {
      engine,
      user: visitor,
      clientId: client.clientId,
      clientName: client.clientName ?? '',
      knownBy: client.clientId.startsWith('https:') ? new URL(client.clientId).host : undefined,
      claims: client.clientUri === undefined ? undefined : new URL(client.clientUri).host,
      redirectUri: String(details.params.redirect_uri),
      scopes: missing[toResourceUrl(parts.publicUrl())] ?? [],
    }
  }

  async function connect(request: Consent, pending: Pending): Promise<string | undefined> {
    const { engine, user, clientId, clientName, redirectUri, scopes } = pending
    const { organizationId } = user
    const scope = scopes.join(' ')
    const { Grant } = engine.provider
    const grant = new Grant({ accountId: toLibraryId(organizationId, user.userId), clientId })
    grant.addResourceScope(toResourceUrl(parts.publicUrl()), scope)
    const id = parts.store.newGrantId()
    const iat = Math.floor(Date.now() / 1000)
    const connected = await parts.store.connect(id, {
      principal: {
        organizationId,
        user: { id: user.userId, email: user.email, teamIds: [] },
        role: user.role,
        scopes: ['read', 'write'],
        via: 'session',
        clientId,
      },
      source: { requestId: request.id, address: request.ip },
      clientId,
      clientName,
      redirectHost: new URL(redirectUri).host || new URL(redirectUri).protocol,
      scope,
      payload: { ...grant, iat, exp: iat + GRANT_SECONDS },
      expiresAt: new Date(parts.clock.now().getTime() + GRANT_SECONDS * 1000),
    })
    return connected ? toLibraryId(organizationId, id) : undefined
  }
}

/**
 * Responds with an OAuth error (RFC 6749, section 5.2) that also has the fields of tool server errors, which MCP
 * clients read.
 */
const renderLimits = (scope: FastifyInstance) =>
  renderRateLimited(scope, ({ refusal, message }, _request, reply) =>
    reply
      .headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
      .send({ ...limitBody(refusal), error_description: message }),
  )

/** Documents are identical for everyone, so any origin can read them. */
function mountDiscovery(server: FastifyInstance, publicUrl: () => string): void {
  const serve = (paths: readonly string[], document: (publicUrl: string) => object) => {
    for (const path of paths) {
      server.get(path, async (_request, reply) =>
        reply
          .headers({ 'access-control-allow-origin': '*', 'cache-control': 'max-age=300' })
          .send(document(publicUrl())),
      )
      server.options(path, async (_request, reply) =>
        reply
          .status(204)
          .headers({
            'access-control-allow-origin': '*',
            'access-control-allow-methods': 'GET',
            'access-control-allow-headers': 'mcp-protocol-version',
          })
          .send(),
      )
    }
  }
  // Some clients append the path of the resource.
  serve([SERVER_METADATA, SERVER_METADATA + TOOL_PATH], serverMetadata)
  serve([RESOURCE_METADATA_PATH, RESOURCE_METADATA_PATH + TOOL_PATH], resourceMetadata)
}
