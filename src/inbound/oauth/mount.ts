/**
 * HTTP routes of OAuth: discovery, endpoints of the protocol library, and the consent page. The library receives the
 * original request, except for what `authorize-query.ts` and the registration rules remove.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RESOURCE_METADATA_PATH, TOOL_PATH } from '../http/addresses.ts'
import { limitBody } from '../http/limit-headers.ts'
import { renderRateLimited } from '../http/limit-requests.ts'
import { SESSION_COOKIE } from '../web/forms.ts'
import { authorizeQuery } from './authorize-query.ts'
import { PATHS, resourceMetadata, serverMetadata } from './discovery.ts'
import { mountConsent } from './mount-consent.ts'
import type { OAuthParts } from './parts.ts'
import { createEngine, type OAuthEngine } from './provider.ts'
import type { BrowserVisit } from './provider-configuration.ts'

const SERVER_METADATA = '/.well-known/oauth-authorization-server'

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
    async function pass(
      request: FastifyRequest,
      reply: FastifyReply,
      { visitor, beforeResponse }: Partial<Omit<BrowserVisit, 'address'>> = {},
    ): Promise<void> {
      const engine = await loadEngine()
      reply.hijack()
      reply.raw.setHeader('x-request-id', request.id)
      const visit = { visitor, address: request.ip, ...(beforeResponse === undefined ? {} : { beforeResponse }) }
      await engine.asVisitor(visit, () => engine.provider.callback()(request.raw, reply.raw))
    }

    scope.get(PATHS.authorize, async (request, reply) => {
      const [path = '', query = ''] = (request.raw.url ?? '').split(/\?(.*)/s)
      request.raw.url = `${path}?${authorizeQuery(query)}`
      await pass(request, reply, { visitor: await findSignedInUser(request) })
    })
    scope.get(`${PATHS.authorize}/:uid`, async (request, reply) =>
      pass(request, reply, { visitor: await findSignedInUser(request) }),
    )
    for (const path of [PATHS.token, PATHS.revoke]) {
      scope.route({
        method: ['POST', 'OPTIONS'],
        url: path,
        handler: (request, reply) => pass(request, reply),
      })
    }
    scope.get(PATHS.jwks, (request, reply) => pass(request, reply))

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
      let isSettled = false
      const completeReservation = async (isRegistered: boolean) => {
        if (isSettled) return
        isSettled = true
        if (!isRegistered) await reservation.giveBack()
      }
      try {
        // A rejected registration must not count for the request that follows its response.
        await pass(request, reply, { beforeResponse: (status) => completeReservation(status === 201) })
      } finally {
        // The library can fail before it has a response.
        await completeReservation(false)
      }
    })
  })

  mountConsent(server, { ...parts, loadEngine, findSignedInUser })
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
