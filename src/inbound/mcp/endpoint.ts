/**
 * `POST /mcp`: the stateless tool server over streamable HTTP. Each request passes the host and origin check,
 * authentication, the rate limiter, the SDK (which speaks the client's protocol revision), and the tool.
 *
 * MCP clients accept JSON and event streams in `Accept`; other clients get JSON. The response is a stream if the client
 * accepts nothing else or requested progress notifications.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestSource } from '../../core/audit.ts'
import { AppError } from '../../core/errors.ts'
import { getRetryAfter, RETRY_AFTER_SECONDS, toExhaustion } from '../../core/exhaustion.ts'
import type { Limiter } from '../../core/limiter.ts'
import type { Log } from '../../core/log.ts'
import type { Context } from '../../core/operation.ts'
import type { Principal } from '../../core/principal.ts'
import { parseToolsets, toolsetNames } from '../../core/toolsets.ts'
import { TOOL_PATH } from '../http/addresses.ts'
import { limitBody, limitHeaders } from '../http/limit-headers.ts'
import { RateLimited } from '../http/limit-requests.ts'
import { logInternal } from '../http/log-internal.ts'
import { OpenRequests } from '../http/open-requests.ts'
import { challenge } from './challenge.ts'
import { refusedFor } from './guards.ts'
import type { ServerFor } from './protocol.ts'

/** Large enough for the largest argument, a transcript to import. */
const BODY_LIMIT = 4 * 1024 * 1024

export interface EndpointParts {
  /** Loads the function that creates the server for one request. Called with the first request. */
  readonly loadServer: () => Promise<ServerFor>
  /** @throws AppError `unauthenticated` */
  readonly authenticate: (header: string | undefined) => Promise<Principal>
  readonly contextFor: (principal: Principal, source: RequestSource) => Context
  readonly limiter: Pick<Limiter, 'take'>
  readonly log: Log
  readonly publicUrl: () => string
  readonly stopSeconds?: number
}

export function mountTools(server: FastifyInstance, parts: EndpointParts): void {
  // Loaded with the first request: the SDK is large, and many services have no client of the tool server.
  const loadServing = once(async () => {
    const [{ createServing }, serverFor] = [await import('./serving.ts'), await parts.loadServer()]
    return createServing(serverFor)
  })
  const open = new OpenRequests()
  server.addHook('preClose', () => open.stop(parts.stopSeconds ?? 10))

  server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    )
    scope.setErrorHandler((error, request, reply) =>
      sendFault(error as Error & { statusCode?: number }, request, reply, parts),
    )

    scope.addHook('onRequest', async (request, reply) => {
      const refusal = refusedFor(request.headers, parts.publicUrl())
      if (refusal !== undefined) return reply.status(403).send(protocolError(-32000, refusal))
      allowOrigin(request, reply)
      if (request.method === 'OPTIONS') return reply.status(204).send()
      if (request.method !== 'POST') {
        reply.header('allow', 'POST, OPTIONS')
        return reply
          .status(405)
          .send(protocolError(-32000, 'Method not allowed. The server is stateless; send a POST request.'))
      }
      request.principal = await parts.authenticate(request.headers.authorization)
      const limits = await parts.limiter.take(request.principal, request.ip)
      reply.headers(limitHeaders(limits))
      if (limits.refusal !== undefined) return reply.status(429).send(limitBody(limits.refusal))
      if (chosenToolsets(request) === undefined) return reply.status(400).send(UNKNOWN_TOOLSET)
      return undefined
    })

    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: TOOL_PATH,
      handler: async (request, reply) => {
        const ctx = {
          ...parts.contextFor(request.principal, { requestId: request.id, address: request.ip }),
          signal: open.open(reply),
        }
        const serve = await loadServing()
        const answer = await serve(request, {
          ...{ ctx, requestId: request.id, headers: request.headers },
          toolsets: chosenToolsets(request) ?? ['all'],
          turns: request.server.guard.turns,
        })
        return send(answer, reply)
      },
    })
  })
}

/** Calls the function once. A failure isn't kept: the next call repeats it. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

async function send(answer: Response, reply: FastifyReply): Promise<FastifyReply> {
  reply.status(answer.status)
  for (const [name, value] of answer.headers) if (name !== 'content-length') reply.header(name, value)
  if (answer.body === null) return reply.send()
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return reply.send(Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream))
  }
  return reply.send(await answer.text())
}

/** Allows pages of the same host to call the tool server and read the headers they need for authentication. */
function allowOrigin({ headers: { origin } }: FastifyRequest, reply: FastifyReply): void {
  if (origin === undefined) return
  reply.headers({
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'access-control-allow-methods': 'POST, OPTIONS',
    'access-control-allow-headers':
      'Authorization, Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Parley-Toolset',
    'access-control-expose-headers':
      'WWW-Authenticate, MCP-Protocol-Version, Mcp-Session-Id, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
    'access-control-max-age': '600',
  })
}

const protocolError = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

const UNKNOWN_TOOLSET = protocolError(
  -32602,
  `The toolset is unknown. \`?toolset=\` and the header Parley-Toolset accept: ${toolsetNames.join(', ')}.`,
)

/** Toolsets of the query parameter, or of the header. Undefined if a name is unknown. */
function chosenToolsets({ query, headers }: FastifyRequest) {
  const { toolset } = query as { readonly toolset?: string | readonly string[] }
  return parseToolsets((toolset ?? headers['parley-toolset'])?.toString())
}

function sendFault(
  error: Error & { statusCode?: number },
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, log }: EndpointParts,
): FastifyReply {
  if (error instanceof RateLimited) return reply.status(429).send(limitBody(error.refusal))
  if (error instanceof AppError && error.kind === 'unauthenticated') {
    const { headers, body } = challenge(error, publicUrl())
    return reply.status(401).headers(headers).send(body)
  }
  const exhausted = toExhaustion(error)
  if (
    exhausted instanceof AppError &&
    (exhausted.kind === 'unavailable' || exhausted.kind === 'insufficient_storage')
  ) {
    return reply
      .status(503)
      .header('retry-after', getRetryAfter(exhausted) ?? RETRY_AFTER_SECONDS)
      .send(protocolError(-32000, exhausted.message))
  }
  const status = error.statusCode ?? 500
  if (status === 413)
    return reply.status(413).send(protocolError(-32000, 'The request body is larger than the maximum of 4 MiB.'))
  if (status < 500) return reply.status(status).send(protocolError(-32600, 'The request is malformed.'))
  logInternal(log, request.id, error)
  return reply
    .status(500)
    .send(protocolError(-32603, `Internal error. Report the request ID ${request.id} to the operator.`))
}
