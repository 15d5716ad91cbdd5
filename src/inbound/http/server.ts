/** HTTP server: binds all operations of the catalog. It doesn't depend on features. */
import type { IncomingMessage } from 'node:http'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, invalid } from '../../core/errors.ts'
import { RETRY_AFTER_SECONDS } from '../../core/exhaustion.ts'
import type { Health } from '../../core/health.ts'
import type { IdempotencyStore } from '../../core/idempotency-store.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import type { ClaimedCaller } from '../../core/request-limits.ts'
import type { Secret } from '../../core/secret.ts'
import type { Metrics } from '../../core/signals.ts'
import { BASE_PATH, toRouterPath } from './addresses.ts'
import { type BindingParts, bindOperation } from './bind-operation.ts'
import { guardTransfer, type TransferParts } from './guard-transfer.ts'
import { createIdempotencyRunner } from './idempotency.ts'
import { LARGE_BYTES, LargeBodies, parseUnlessLarge } from './large-bodies.ts'
import { type GuardParts, guardRequests, renderRateLimited } from './limit-requests.ts'
import { JSON_TYPES, LINES_TYPE, SCIM_TYPES } from './media-types.ts'
import { metricsGuard } from './metrics-access.ts'
import { OpenRequests } from './open-requests.ts'
import { describeOperations } from './openapi.ts'
import { readBody } from './read-body.ts'
import { type DeliveryReceiver, mountDeliveries } from './receive-deliveries.ts'
import { createRequestLog } from './request-log.ts'
import { createErrorSender, type ErrorParts, isBelowBase, wantsPage } from './send-error.ts'
import type { Spools } from './spools.ts'

/** Seconds that requests can continue when the server stops, before long ones are aborted. */
const STOP_SECONDS = 10

export interface ServerParts
  extends Pick<BindingParts, 'contextFor' | 'publicUrl'>,
    ErrorParts,
    GuardParts,
    TransferParts {
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
  readonly version: string
  /** Replaces `STOP_SECONDS`. */
  readonly stopSeconds?: number
  /**
   * Mounts browser pages that aren't operations. `signalOf` registers the request as open, so that it ends with its
   * client and with the service.
   */
  readonly pages?: (server: FastifyInstance, signalOf: (reply: FastifyReply) => AbortSignal) => void
  /** Receives requests at the addresses of call sources. Without it, there are none. */
  readonly deliveries?: DeliveryReceiver
  /** Renders the page for an unknown path. */
  readonly throwNotFound?: (reply: FastifyReply) => Promise<FastifyReply>
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
  const { throwNotFound } = parts
  const requestLog = createRequestLog({ log: parts.log, signals: parts.metrics })
  const sendError = createErrorSender(parts)
  const server = fastify({
    ...CONNECTIONS,
    logger: false,
    schemaController: NO_SCHEMAS,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    genReqId: requestLog.getRequestId,
    http: { headersTimeout: parts.transfer.headersSeconds * 1_000, connectionsCheckingInterval: 2_000 },
    frameworkErrors: (_error, request, reply) => {
      requestLog.start(request, reply)
      if (throwNotFound !== undefined && wantsPage(request))
        return void throwNotFound(reply.header('x-request-id', request.id)).catch((error: unknown) =>
          sendError(error, request, reply),
        )
      // A URL that can't be decoded has no route. Without authentication, the response doesn't reveal even that.
      void Promise.try(() => refuseTooMany(request, reply))
        .then(() => authenticate(request, reply))
        .then(() => noSuchOperation())
        .catch((error: unknown) => error)
        .then((error) => sendError(error, request, reply))
    },
  })
  requestLog.observe(server)
  acceptJson(server)
  addHeaders(server)
  recordRoutes(server)
  const refuseTooMany = guardRequests(server, parts)
  guardTransfer(server, parts)
  const authenticate = createAuthentication(server, parts)
  server.setErrorHandler(sendError)
  server.setNotFoundHandler(async (request, reply) => {
    if (throwNotFound !== undefined && wantsPage(request)) return throwNotFound(reply)
    if (isBelowBase(request.url)) await authenticate(request, reply)
    throw noSuchOperation()
  })
  const binding = createBinding(server, parts)
  bindService(server, parts)
  mountUnauthenticated(server, parts, binding.openRequests)
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

const refuseSchema = () => {
  throw new Error('Routes have no schemas of the framework: operations validate their input and output.')
}
/** Functions in place of the compilers of JSON schemas, which the framework would load at the start. */
const NO_SCHEMAS = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } }

const CONNECTIONS = {
  // Above any URL limit, so that a very long ID reaches its operation, which returns 404.
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
  // Idle connections close after two minutes. A body that keeps arriving may take up to an hour.
  connectionTimeout: 120_000,
  requestTimeout: 3_600_000,
  keepAliveTimeout: 72_000,
  forceCloseConnections: 'idle',
} as const

/** Accepts JSON as the only body, until a scope accepts others. Large bodies stay text until their operation runs. */
function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    [...new Set([...JSON_TYPES, ...SCIM_TYPES])],
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const body = await readBody(request, payload, request.routeOptions.bodyLimit, LARGE_BYTES)
      if (body.length === 0) return undefined
      try {
        return parseUnlessLarge(body)
      } catch {
        throw invalid({ pointer: '', detail: "The body isn't valid JSON." })
      }
    },
  )
}

/** Adds the headers of all responses. */
function addHeaders(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Set on the raw response, to include responses written without the framework. Prevents content sniffing.
    reply.raw.setHeader('x-content-type-options', 'nosniff')
  })
}

/** Records all routes that are mounted from now on. */
function recordRoutes(server: FastifyInstance): void {
  const routes: ServedRoute[] = []
  server.decorate('servedRoutes', routes)
  server.addHook('onRoute', ({ method, url }) => void routes.push({ methods: [method].flat(), url }))
}

type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** Creates the hook that authenticates and counts a request. It throws `unauthenticated` and `rate_limited`. */
const createAuthentication =
  (server: FastifyInstance, parts: Pick<ServerParts, 'authenticate'>): Authenticate =>
  async (request, reply) => {
    const principal = await parts.authenticate(request.headers.authorization, (caller) =>
      server.guard.refuseClaimed(reply, caller),
    )
    await server.guard.admit(request, reply, principal, request.routeOptions.config?.cost ?? 1)
  }

/** Creates what operations share: temporary files, memory of large bodies, stored responses and open requests. */
function createBinding(server: FastifyInstance, parts: ServerParts): BindingParts {
  const { spools, contextFor, publicUrl, largeBodies = new LargeBodies() } = parts
  server.decorate('spools', spools)
  server.decorate('largeBodies', largeBodies)
  server.addHook('onReady', () => spools.removeLeftBehind())
  server.addHook('onClose', () => spools.close())
  const openRequests = new OpenRequests()
  server.addHook('preClose', () => openRequests.stop(parts.stopSeconds ?? STOP_SECONDS))
  return { contextFor, publicUrl, openRequests, largeBodies, once: createIdempotencyRunner(parts.idempotencyStore) }
}

/** Mounts pages and the addresses of call sources, which authenticate their callers themselves. */
function mountUnauthenticated(
  server: FastifyInstance,
  { tooMany, pages, deliveries }: ServerParts,
  openRequests: OpenRequests,
): void {
  const openSignal = (reply: FastifyReply) => openRequests.open(reply)
  server.register(async (scope) => {
    if (tooMany !== undefined) renderRateLimited(scope, (error, _request, reply) => tooMany(reply, error))
    pages?.(scope, openSignal)
  })
  if (deliveries !== undefined)
    server.register(async (scope) => mountDeliveries(scope, { receiver: deliveries, signalOf: openSignal }))
}

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
