/**
 * One log line and one measurement for each request, at every route and for every way a request can end.
 *
 * It listens to the HTTP server itself, before the framework, so that it also covers new routes. Requests without a
 * route are logged too, such as a malformed header or a rejection while the service stops. The line contains the
 * template of the route, never the URL, because URLs contain share codes, tokens and search words.
 */

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../../core/log.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import { type Caller, type RequestScope, runInScope } from '../../core/request-scope.ts'
import type { Signals } from '../../core/signals.ts'

/** Request IDs that clients can set: 1 to 128 letters, digits and `._-`. Others are replaced by a generated ID. */
const SANE_REQUEST_ID = /^[\w.-]{1,128}$/

/** Status of a request whose client disconnected before the response started, as in nginx logs. */
const CALLER_GONE = 499

/** Route of a request without a route. */
const NO_ROUTE = 'none'

interface OpenRequest {
  readonly id: string
  readonly scope: RequestScope
  route: string
  address: string | undefined
  /** Status of the error with which the framework's server ended the request. */
  refused?: number
}

export interface RequestLog {
  /** ID of a request: the client's `X-Request-Id` if it is valid. */
  readonly getRequestId: (raw: IncomingMessage) => string
  /** Starts a request that the framework rejects before its hooks run. */
  start(request: FastifyRequest, reply: FastifyReply): void
  /** Registers the listeners. Call it before anything else is added to the server. */
  observe(server: FastifyInstance): void
}

export function createRequestLog({
  log,
  signals,
}: {
  log: Pick<Log, 'info' | 'warn' | 'error'>
  signals: Signals
}): RequestLog {
  const open = new WeakMap<IncomingMessage, OpenRequest>()
  /** Current request of a connection, for errors that contain only the connection. */
  const current = new WeakMap<Socket, OpenRequest>()
  /** Bytes that a connection had sent and received at the end of its last request. */
  const counted = new WeakMap<Socket, { sent: number; received: number }>()

  function openRequest(raw: IncomingMessage, response: ServerResponse, id = getRequestId(raw)): OpenRequest {
    const known = open.get(raw)
    if (known !== undefined) return known
    const { socket } = raw
    const startedAt = performance.now()
    const scope = { requestId: id, startedAt }
    const one: OpenRequest = { id, scope, route: NO_ROUTE, address: socket?.remoteAddress }
    open.set(raw, one)
    if (socket !== undefined) current.set(socket, one)
    response.once('close', () => {
      open.delete(raw)
      if (socket !== undefined && current.get(socket) === one) current.delete(socket)
      const isWhole = response.writableFinished
      const status = response.headersSent ? response.statusCode : (one.refused ?? CALLER_GONE)
      const seconds = (performance.now() - startedAt) / 1_000
      write(one, { method: raw.method ?? '', status, seconds, isWhole, ...countBytes(socket, response) })
    })
    return one
  }

  function countBytes(socket: Socket | undefined, response: ServerResponse): { bytes: number; received: number } {
    // Injected requests of tests have no connection.
    if (typeof socket?.bytesWritten !== 'number') {
      return { bytes: Number(response.getHeader('content-length') ?? 0), received: 0 }
    }
    const before = counted.get(socket) ?? { sent: 0, received: 0 }
    const now = { sent: socket.bytesWritten, received: socket.bytesRead }
    counted.set(socket, now)
    return { bytes: now.sent - before.sent, received: now.received - before.received }
  }

  function write(
    { id, scope, route, address }: Pick<OpenRequest, 'id' | 'scope' | 'route' | 'address'>,
    end: { method: string; status: number; seconds: number; isWhole: boolean; bytes: number; received: number },
  ): void {
    const { method, status, seconds, isWhole, bytes, received } = end
    signals.request({ method, route, status, seconds })
    const { principal, operation, tool, error, trace } = scope
    log[status === 500 ? 'error' : status > 500 ? 'warn' : 'info'](
      {
        ...{ request: id, method, route, status, ms: Math.round(seconds * 10_000) / 10 },
        organization: principal?.organizationId ?? null,
        principal: principal === undefined ? null : serializeCaller(principal),
        ...{ address: address ?? null, bytes, received },
        ...omitUndefined({ operation, tool }),
        ...(error === undefined || status < 400 ? {} : { error }),
        ...(isWhole ? {} : { aborted: true }),
        ...(trace === undefined ? {} : { trace }),
      },
      'request',
    )
  }

  function getRequestId(raw: IncomingMessage): string {
    const known = open.get(raw)
    if (known !== undefined) return known.id
    const sent = raw.headers['x-request-id']
    return typeof sent === 'string' && SANE_REQUEST_ID.test(sent) ? sent : randomUUID()
  }

  const startLogging = (request: FastifyRequest, reply: FastifyReply): OpenRequest => {
    const one = openRequest(request.raw, reply.raw, request.id)
    one.route = request.routeOptions.url ?? NO_ROUTE
    one.address = request.ip
    return one
  }

  return {
    getRequestId,
    start: startLogging,
    observe(server) {
      const { server: http } = server
      http.prependListener('request', (raw: IncomingMessage, response: ServerResponse) => openRequest(raw, response))
      // Without a listener, Node.js responds to an unknown `Expect` itself and emits no event.
      http.on('checkExpectation', (raw: IncomingMessage, response: ServerResponse) => {
        openRequest(raw, response)
        response.writeHead(417).end()
      })
      // Runs before the framework responds and the socket loses its address.
      http.prependListener('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
        const status = toStatus(error)
        const one = current.get(socket)
        if (one !== undefined) one.refused = status
        else if (error.code !== 'ECONNRESET' && !socket.destroyed) {
          const nobody = { id: randomUUID(), scope: { requestId: undefined, error: error.code ?? 'malformed' } }
          const { bytes, received } = { bytes: 0, received: socket.bytesRead - (counted.get(socket)?.received ?? 0) }
          const refused = { ...nobody, route: NO_ROUTE, address: socket.remoteAddress }
          write(refused, { method: 'NONE', status, seconds: 0, isWhole: true, bytes, received })
        }
      })
      server.addHook('onRequest', (request, reply, done) => runInScope(startLogging(request, reply).scope, done))
      // Code after reading the body runs in the async context of the connection, which earlier requests may have used.
      server.addHook('preValidation', (request, reply, done) => runInScope(startLogging(request, reply).scope, done))
      server.addHook('onError', async (request, reply, error) => {
        startLogging(request, reply).scope.error = toErrorCode(error)
      })
    },
  }
}

/** Identifies the caller without personal data: IDs and authentication method. */
const serializeCaller = ({ via, user, keyId, clientId }: Caller) => ({
  via,
  ...omitUndefined({ user: user?.id, key: keyId, client: clientId }),
})

/** Code of an error. Never its message, which can contain input of the client. */
function toErrorCode({ code }: { code?: unknown }): string {
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : 'internal'
}

/** Status with which the framework responds to the error. */
function toStatus({ code }: NodeJS.ErrnoException): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
}
