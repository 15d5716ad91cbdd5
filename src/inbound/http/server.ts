/** The HTTP door: knows no feature, binds whatever operations the catalog holds. */
import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { AppError, type ErrorKind, invalid, tooLarge } from '../../core/errors.ts'
import type { KeptAnswers } from '../../core/kept-answers.ts'
import type { Log } from '../../core/log.ts'
import type { AnyOperation } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import { BASE_PATH, urlOf } from './addresses.ts'
import { type BindingParts, bindOperation } from './bind-operation.ts'
import { unsupported } from './body-types.ts'
import { errorAnswer } from './error-bodies.ts'
import { logInternal } from './log-internal.ts'
import { type Dress, JSON_TYPES, LINES_TYPE, SCIM_TYPES } from './media-types.ts'
import type { Metrics } from './metrics.ts'
import { createOnce } from './once.ts'
import { OpenRequests } from './open-requests.ts'
import { describeOperations } from './openapi.ts'

export interface ServerParts extends Pick<BindingParts, 'contextFor' | 'publicUrl'> {
  readonly operations: readonly AnyOperation[]
  readonly keptAnswers: KeptAnswers
  readonly authenticate: (authorization: string | undefined) => Promise<Principal>
  readonly ping: () => Promise<void>
  readonly metrics: Metrics
  readonly log: Log
  readonly version: string
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** How long requests may go on when the server is to stop, before those that take long are ended. Default 10. */
  readonly stopSeconds?: number
  /**
   * Mounts what people open in a browser, outside the operations. `signalOf` counts the request among the open ones: ended
   * with its caller, and with the service.
   */
  readonly pages?: (server: FastifyInstance, signalOf: (reply: FastifyReply) => AbortSignal) => void
  /** What somebody at a browser is shown at an address that names nothing. */
  readonly nothingHere?: (reply: FastifyReply) => FastifyReply
}

/** What a caller may name a request: letters, digits and `._-`, up to 128. Anything else is replaced by ours. */
const SANE_REQUEST_ID = /^[\w.-]{1,128}$/

export function createServer(parts: ServerParts): FastifyInstance {
  const server = fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length === 0 ? false : [...parts.trustedProxies],
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && SANE_REQUEST_ID.test(given) ? given : randomUUID()
    },
    // Longer than any address a server takes: an id that is too long is one that does not exist, told by its operation.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100_000 },
    frameworkErrors: (_error, request, reply) => {
      if (parts.nothingHere !== undefined && wantsPage(request))
        return void parts.nothingHere(reply.header('x-request-id', request.id))
      // An address that cannot be decoded names nothing; who asks without a key does not even learn that.
      void parts
        .authenticate(request.headers.authorization)
        .then(() => noSuchOperation())
        .catch((error: unknown) => error)
        .then((error) => sendError(error, request, reply))
    },
    // A sender that falls silent loses its connection after two minutes, one that goes on has an hour for a body.
    connectionTimeout: 120_000,
    requestTimeout: 3_600_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
  })

  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    [...new Set([...JSON_TYPES, ...SCIM_TYPES])],
    { parseAs: 'string' },
    (_request, body, done) => {
      if (body === '') return done(null, undefined)
      try {
        done(null, JSON.parse(body as string))
      } catch {
        done(invalid({ pointer: '', detail: 'The body is not JSON.' }))
      }
    },
  )

  /** Addresses that no operation has are refused in the dress of the family they lie in. */
  const scimRoots = new Set(
    parts.operations.filter(({ rest }) => rest.dress === 'scim').map(({ rest }) => rootOf(rest.path)),
  )
  const dressOf = (url: string): Dress => (scimRoots.has(rootOf(url.slice(BASE_PATH.length))) ? 'scim' : 'resource')

  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // Also where an answer is written past the framework: nothing is read as anything else than what it says it is.
    reply.raw.setHeader('x-content-type-options', 'nosniff')
  })

  function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const known = translate(error as FastifyError | AppError)
    const answer = errorAnswer(known, request.headers.accept, request.id, dressOf(request.url))
    if (answer.status === 500) logInternal(parts.log, request.id, known)
    return reply
      .status(answer.status)
      .headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
      .type(answer.contentType)
      .send(JSON.stringify(answer.body))
  }
  server.setErrorHandler(sendError)

  server.setNotFoundHandler(async (request, reply) => {
    if (parts.nothingHere !== undefined && wantsPage(request)) return parts.nothingHere(reply)
    if (isBelowBase(request.url)) request.principal = await parts.authenticate(request.headers.authorization)
    throw noSuchOperation()
  })

  const binding = { ...parts, once: createOnce(parts.keptAnswers), openRequests: new OpenRequests() }
  server.addHook('preClose', () => binding.openRequests.stop(parts.stopSeconds ?? 10))

  parts.metrics.observe(server)
  bindService(server, parts)
  parts.pages?.(server, (reply) => binding.openRequests.open(reply))
  server.register(async (scope) => {
    scope.addHook('onRequest', async (request) => {
      request.principal = await parts.authenticate(request.headers.authorization)
    })
    // Bodies that are read as they come, by the operations that take them.
    scope.addContentTypeParser(LINES_TYPE, (_request, payload, done) => done(null, payload))
    await scope.register(multipart)
    bindOtherMethods(scope, parts.operations)
    for (const operation of parts.operations) bindOperation(scope, operation, binding)
  })
  return server
}

/** `/scim/Users/1?x` → `scim`. */
const rootOf = (path: string) => path.split(/[/?]/, 2)[1] ?? ''

/** Browsers say so when somebody goes to an address. Programs get the same answer whatever they accept. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  method === 'GET' && !isBelowBase(url) && headers.accept?.includes('text/html') === true

const isBelowBase = (url: string) => url === BASE_PATH || url.startsWith(`${BASE_PATH}/`)

/** Every method a path does not have: 405 with the ones it has. */
function bindOtherMethods(server: FastifyInstance, operations: readonly AnyOperation[]): void {
  const taken = Map.groupBy(operations, urlOf)
  for (const [url, bound] of taken) {
    const methods = bound.map((operation) => operation.rest.method as string)
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !methods.includes(method))
    server.route({
      method: others,
      url,
      // Refused before the body is looked at: its type and form do not matter.
      onRequest: async (_request, reply) => {
        reply.header('allow', methods.join(', '))
        throw new AppError('method_not_allowed', 'method_not_allowed', 'Method not allowed', [
          { pointer: '', detail: `This path takes ${methods.join(', ')}.` },
        ])
      },
      handler: async () => undefined,
    })
  }
}

/** What stands beside the operations: health, metrics, the description. No key is needed, and nothing is told. */
function bindService(server: FastifyInstance, parts: ServerParts): void {
  server.get('/healthz', async () => ({ status: 'ok' }))
  server.get('/readyz', async (_request, reply) => {
    try {
      await parts.ping()
      return { status: 'ok' }
    } catch {
      return reply.status(503).send({ status: 'unavailable' })
    }
  })
  server.get('/metrics', async (_request, reply) =>
    reply.type(parts.metrics.contentType).send(await parts.metrics.metrics()),
  )
  let description: string | undefined
  server.get(`${BASE_PATH}/openapi.json`, async (_request, reply) => {
    description ??= JSON.stringify(describeOperations(parts.operations, parts.publicUrl() + BASE_PATH, parts.version))
    return reply.type('application/json; charset=utf-8').send(description)
  })
}

const noSuchOperation = () =>
  new AppError('not_found', 'route_not_found', 'Not found', [{ pointer: '', detail: 'There is no such operation.' }])

/** Fastify's own refusals in our words. */
function translate(error: FastifyError | AppError): Error {
  if (error instanceof AppError) return error
  switch (error.code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return unsupported()
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return tooLarge('The body is larger than this operation takes.')
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return invalid({ pointer: '', detail: 'The body has not the length that was announced.' })
    default:
      return kindOfStatus(error.statusCode) === 'invalid'
        ? invalid({ pointer: '', detail: 'The request is malformed.' })
        : error
  }
}

function kindOfStatus(status: number | undefined): ErrorKind {
  return status !== undefined && status >= 400 && status < 500 ? 'invalid' : 'internal'
}
