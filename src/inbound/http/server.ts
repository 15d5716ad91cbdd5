/** HTTP server: binds all operations of the catalog. It doesn't depend on features. */
import multipart from '@fastify/multipart'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../core/errors.ts'
import { RETRY_AFTER_SECONDS, toExhaustion } from '../../core/exhaustion.ts'
import type { Health } from '../../core/health.ts'
import type { IdempotencyStore } from '../../core/idempotency-store.ts'
import type { Log } from '../../core/log.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import type { ClaimedCaller } from '../../core/request-limits.ts'
import type { Secret } from '../../core/secret.ts'
import type { Metrics } from '../../core/signals.ts'
import { BASE_PATH, toRouterPath } from './addresses.ts'
import { type BindingParts, bindOperation } from './bind-operation.ts'
import { errorAnswer } from './error-bodies.ts'
import { translateFrameworkError } from './framework-errors.ts'
import { guardTransfer, type TransferParts } from './guard-transfer.ts'
import { createIdempotencyRunner } from './idempotency.ts'
import { LargeBodies, parseUnlessLarge } from './large-bodies.ts'
import { type GuardParts, guardRequests, RateLimited, renderRateLimited } from './limit-requests.ts'
import { logInternal } from './log-internal.ts'
import { JSON_TYPES, LINES_TYPE, type ResponseFormat, SCIM_TYPES } from './media-types.ts'
import { metricsGuard } from './metrics-access.ts'
import { OpenRequests } from './open-requests.ts'
import { describeOperations } from './openapi.ts'
import { type DeliveryReceiver, mountDeliveries } from './receive-deliveries.ts'
import { createRequestLog } from './request-log.ts'
import type { Spools } from './spools.ts'

export interface ServerParts extends Pick<BindingParts, 'contextFor' | 'publicUrl'>, GuardParts, TransferParts {
  readonly operations: readonly AnyOperation[]
  readonly idempotencyStore: IdempotencyStore
  /** Authenticates a caller. `onClaim` receives the IDs of an authentic token before the lookup, and can throw. */
  readonly authenticate: (
    authorization: string | undefined,
    onClaim: (caller: ClaimedCaller) => void,
  ) => Promise<Principal>
  /** Temporary storage of uploads. */
  readonly spools: Spools
  /** Memory of large bodies. Only tests set it. */
  readonly largeBodies?: LargeBodies
  readonly health: Health
  readonly metrics: Metrics
  /** Token with which programs on other machines read metrics. */
  readonly metricsToken: Secret | undefined
  readonly log: Log
  readonly version: string
  /** Seconds that requests can continue when the server stops, before long ones are aborted. Defaults to 10. */
  readonly stopSeconds?: number
  /**
   * Mounts browser pages that aren't operations. `signalOf` registers the request as open, so that it ends with its
   * client and with the service.
   */
  readonly pages?: (server: FastifyInstance, signalOf: (reply: FastifyReply) => AbortSignal) => void
  /** Receives requests at the addresses of call sources. Without it, there are none. */
  readonly deliveries?: DeliveryReceiver
  /** Renders the page for an unknown path. */
  readonly throwNotFound?: (reply: FastifyReply) => FastifyReply
  /** Renders the page for a request that temporarily can't be handled. */
  readonly unavailablePage?: (reply: FastifyReply, error: { status: number; message: string }) => FastifyReply
  /** Renders the page after too many requests. */
  readonly tooMany?: (reply: FastifyReply, error: RateLimited) => FastifyReply
}

/** A mounted route. */
export interface ServedRoute {
  readonly methods: readonly string[]
  readonly url: string
}

declare module 'fastify' {
  interface FastifyInstance {
    /** All mounted routes, for tests that check every route. */
    servedRoutes: readonly ServedRoute[]
  }
}

export function createServer(parts: ServerParts): FastifyInstance {
  const requestLog = createRequestLog({ log: parts.log, signals: parts.metrics })
  const server = fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    genReqId: requestLog.getRequestId,
    // Above any URL limit, so that a very long ID reaches its operation, which returns 404.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
    frameworkErrors: (_error, request, reply) => {
      requestLog.start(request, reply)
      if (parts.throwNotFound !== undefined && wantsPage(request))
        return void parts.throwNotFound(reply.header('x-request-id', request.id))
      // A URL that can't be decoded has no route. Without authentication, the response doesn't reveal even that.
      void Promise.try(() => refuseTooMany(request, reply))
        .then(() => authenticate(request, reply))
        .then(() => noSuchOperation())
        .catch((error: unknown) => error)
        .then((error) => sendError(error, request, reply))
    },
    // Idle connections close after two minutes. A body that keeps arriving may take up to an hour.
    connectionTimeout: 120_000,
    requestTimeout: 3_600_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    http: { headersTimeout: parts.transfer.headersSeconds * 1_000, connectionsCheckingInterval: 2_000 },
  })

  requestLog.observe(server)

  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    [...new Set([...JSON_TYPES, ...SCIM_TYPES])],
    { parseAs: 'buffer' },
    (_request, body, done) => {
      if (body.length === 0) return done(null, undefined)
      try {
        done(null, parseUnlessLarge(body as Buffer))
      } catch {
        done(invalid({ pointer: '', detail: "The body isn't valid JSON." }))
      }
    },
  )

  /** Unknown paths get errors in the format of the family that their first segment belongs to. */
  const scimRoots = new Set(
    parts.operations.filter(({ rest }) => rest.dress === 'scim').map(({ rest }) => getFirstPathSegment(rest.path)),
  )
  const getResponseFormat = (url: string): ResponseFormat =>
    scimRoots.has(getFirstPathSegment(url.slice(BASE_PATH.length))) ? 'scim' : 'resource'

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Set on the raw response, to include responses written without the framework. Prevents content sniffing.
    reply.raw.setHeader('x-content-type-options', 'nosniff')
  })
  const routes: ServedRoute[] = []
  server.decorate('servedRoutes', routes)
  server.addHook('onRoute', ({ method, url }) => void routes.push({ methods: [method].flat(), url }))
  const refuseTooMany = guardRequests(server, parts)
  guardTransfer(server, parts)
  server.decorate('spools', parts.spools)
  const largeBodies = parts.largeBodies ?? new LargeBodies()
  server.decorate('largeBodies', largeBodies)
  server.addHook('onReady', () => parts.spools.removeLeftBehind())
  server.addHook('onClose', () => parts.spools.close())

  /** Authenticates and counts a request. @throws AppError `unauthenticated`, `rate_limited` */
  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const principal = await parts.authenticate(request.headers.authorization, (caller) =>
      server.guard.refuseClaimed(reply, caller),
    )
    await server.guard.admit(request, reply, principal, request.routeOptions.config?.cost ?? 1)
  }

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = translateFrameworkError(error as FastifyError | AppError, request)
    if (known instanceof RateLimited && parts.tooMany !== undefined && wantsPage(request))
      return parts.tooMany(reply, known)
    const answer = errorAnswer(known, request.headers.accept, request.id, getResponseFormat(request.url))
    if (answer.status === 500) logInternal(parts.log, request.id, known)
    if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter)
    if (
      answer.retryAfter !== undefined &&
      answer.status >= 500 &&
      parts.unavailablePage !== undefined &&
      isBrowser(request)
    ) {
      const { message } = toExhaustion(known)
      return parts.unavailablePage(reply.header('x-request-id', request.id), { status: answer.status, message })
    }
    return reply
      .status(answer.status)
      .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      .type(answer.contentType)
      .send(JSON.stringify(answer.body))
  }
  server.setErrorHandler(sendError)

  server.setNotFoundHandler(async (request, reply) => {
    if (parts.throwNotFound !== undefined && wantsPage(request)) return parts.throwNotFound(reply)
    if (isBelowBase(request.url)) await authenticate(request, reply)
    throw noSuchOperation()
  })

  const binding = {
    ...parts,
    once: createIdempotencyRunner(parts.idempotencyStore),
    openRequests: new OpenRequests(),
    largeBodies,
  }
  server.addHook('preClose', () => binding.openRequests.stop(parts.stopSeconds ?? 10))

  bindService(server, parts)
  server.register(async (scope) => {
    const { tooMany, pages } = parts
    if (tooMany !== undefined) renderRateLimited(scope, (error, _request, reply) => tooMany(reply, error))
    pages?.(scope, (reply) => binding.openRequests.open(reply))
  })
  const { deliveries } = parts
  if (deliveries !== undefined) {
    server.register(async (scope) =>
      mountDeliveries(scope, { receiver: deliveries, signalOf: (reply) => binding.openRequests.open(reply) }),
    )
  }
  server.register(async (scope) => {
    scope.addHook('onRequest', authenticate)
    // Operations that accept these bodies stream them.
    scope.addContentTypeParser(LINES_TYPE, (_request, payload, done) => done(null, payload))
    await scope.register(multipart)
    bindOtherMethods(scope, parts.operations)
    for (const operation of parts.operations) bindOperation(scope, operation, binding)
  })
  return server
}

/** `/scim/Users/1?x` → `scim`. */
const getFirstPathSegment = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

/** Whether a browser navigates to the URL. Programs get the same response regardless of `Accept`. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !isBelowBase(url) && headers.accept?.includes('text/html') === true

const isBrowser = ({ url, headers }: FastifyRequest) =>
  !isBelowBase(url) && headers.accept?.includes('text/html') === true

const isBelowBase = (url: string) => url === BASE_PATH || url.startsWith(`${BASE_PATH}/`)

/** Responds with 405 and the supported methods to other methods of a path. */
function bindOtherMethods(server: FastifyInstance, operations: readonly AnyOperation[]): void {
  const taken = Map.groupBy(operations, toRouterPath)
  for (const [url, bound] of taken) {
    const methods = bound.map((operation) => operation.rest.method as string)
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method))
    server.route({
      method: others,
      url,
      // Rejected before the body is read, so that its type and content don't matter.
      onRequest: async (_request, reply) => {
        reply.header('allow', methods.join(', '))
        throw new AppError('method_not_allowed', 'method_not_allowed', 'Method not allowed', [
          { pointer: '', detail: `This path supports ${methods.join(', ')}.` },
        ])
      },
      handler: async () => undefined,
    })
  }
}

const UNLIMITED = { config: { unlimited: true } } as const

/** Mounts health, metrics and the API description, which require no API key. */
function bindService(server: FastifyInstance, parts: ServerParts): void {
  server.get('/healthz', UNLIMITED, async (_request, reply) =>
    parts.health.isAlive() ? { status: 'ok' } : unavailable(reply).send({ status: 'unavailable' }),
  )
  server.get('/readyz', UNLIMITED, async (_request, reply) => {
    const readiness = await parts.health.ready()
    return readiness.status === 'unavailable' ? unavailable(reply).send(readiness) : readiness
  })
  server.get('/metrics', { ...UNLIMITED, onRequest: metricsGuard(parts.metricsToken) }, async (_request, reply) =>
    reply.type(parts.metrics.contentType).send(await parts.metrics.render()),
  )
  // A worker has no operations.
  if (parts.operations.length === 0) return
  let description: string | undefined
  server.get(`${BASE_PATH}/openapi.json`, async (_request, reply) => {
    description ??= JSON.stringify(describeOperations(parts.operations, parts.publicUrl() + BASE_PATH, parts.version))
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

const unavailable = (reply: FastifyReply) => reply.status(503).header('retry-after', RETRY_AFTER_SECONDS)

const noSuchOperation = () =>
  new AppError('not_found', 'route_not_found', 'Not found', [
    { pointer: '', detail: 'No operation has this path. See /v2/openapi.json for the available operations.' },
  ])
