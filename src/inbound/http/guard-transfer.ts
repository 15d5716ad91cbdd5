/**
 * Protects against clients that hold connections: too many connections, slow bodies, and bodies of rejected requests. A
 * response sent before the body has arrived still reaches the client: a limited part of the body is read, then the
 * connection is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toNetworkKey } from '../../core/attempts.ts'
import type { TransferSettings } from '../../core/config.ts'
import { AppError } from '../../core/errors.ts'
import type { AnyOperation } from '../../core/operation.ts'
import { errorAnswer } from './error-bodies.ts'
import { createFormatLookup, type FormatLookup } from './send-error.ts'

/** Maximum number of bytes read after a request was rejected, and maximum time. */
const LINGER_BYTES = 8 * 1024 * 1024
const LINGER_MS = 5_000
/** Seconds during which the rate of a body isn't checked. */
const GRACE_SECONDS = 10
const WATCH_EVERY_MS = 1_000
/** Value of `Retry-After` for a rejected connection. */
const CONNECTION_RETRY_SECONDS = 5

export interface TransferParts {
  readonly transfer: TransferSettings
  /** Seconds during which the rate of a body isn't checked. Defaults to 10. */
  readonly bodyGraceSeconds?: number
  /** Addresses of proxies. They aren't limited, because they hold the connections of many clients. */
  readonly trustedProxies: readonly string[]
  /** Operations that are mounted, which determine the format of errors by path. */
  readonly operations: readonly AnyOperation[]
}

/** Adds the protection to all routes of the server. Call it before routes are mounted. */
export function guardTransfer(
  server: FastifyInstance,
  { transfer, trustedProxies, bodyGraceSeconds, operations }: TransferParts,
): void {
  limitConnections(server, transfer, trustedProxies)
  continueWhenRead(server)
  const rules = { rate: transfer.bodyRate, graceSeconds: bodyGraceSeconds ?? GRACE_SECONDS }
  watchBodies(server, { ...rules, getFormat: createFormatLookup(operations) })
  server.addHook('onSend', async (request, reply, payload) => {
    if (isUnwanted(request, reply)) {
      reply.header('connection', 'close')
      lingerBeforeEnd(request.raw, reply.raw)
    }
    return payload
  })
}

function limitConnections(
  server: FastifyInstance,
  settings: TransferSettings,
  trustedProxies: readonly string[],
): void {
  const proxies = new BlockList()
  for (const one of trustedProxies) {
    const [address = '', bits] = one.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    proxies.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  const byAddress = new Map<string, number>()
  let open = 0
  server.server.on('connection', (socket) => {
    const { remoteAddress = '' } = socket
    const isProxy = remoteAddress !== '' && proxies.check(remoteAddress, isIPv6(remoteAddress) ? 'ipv6' : 'ipv4')
    const network = isProxy ? undefined : toNetworkKey(remoteAddress)
    const ofNetwork = network === undefined ? 0 : (byAddress.get(network) ?? 0)
    if (open >= settings.connections || ofNetwork >= settings.connectionsPerAddress) return refuseConnection(socket)
    open++
    if (network !== undefined) byAddress.set(network, ofNetwork + 1)
    socket.once('close', () => {
      open--
      if (network === undefined) return
      const left = (byAddress.get(network) ?? 1) - 1
      if (left > 0) byAddress.set(network, left)
      else byAddress.delete(network)
    })
  })
}

function refuseConnection(socket: Socket): void {
  const body = 'Too many connections. Close some, then connect again.\n'
  socket.on('error', () => undefined)
  socket.end(
    'HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n' +
      `Retry-After: ${CONNECTION_RETRY_SECONDS}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Requests whose clients wait for `100 Continue` before sending the body (RFC 9110, section 10.1.1). */
const waitsToSend = new WeakSet<IncomingMessage>()

/** Sends `100 Continue` only when the body is about to be read, so that rejected requests don't send it in vain. */
function continueWhenRead(server: FastifyInstance): void {
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waitsToSend.add(request)
    server.server.emit('request', request, response)
  })
  server.addHook('preParsing', async (request, reply) => {
    if (waitsToSend.delete(request.raw)) reply.raw.writeContinue()
  })
}

interface WatchedTransfer {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly bytesBefore: number
  /** Seconds in which all received data was read while more was expected. */
  waited: number
}

/**
 * Ends requests whose bodies arrive more slowly than `rate` bytes per second. Only time spent waiting for the client
 * counts.
 */
interface BodyRules {
  /** Minimum rate of a body in bytes per second. */
  readonly rate: number
  readonly graceSeconds: number
  readonly getFormat: FormatLookup
}

function watchBodies(server: FastifyInstance, { rate, graceSeconds, getFormat }: BodyRules): void {
  if (rate === 0) return
  const watched = new Set<WatchedTransfer>()
  let timer: NodeJS.Timeout | undefined
  const checkTransfers = () => {
    for (const one of watched) {
      const { raw } = one.request
      if (raw.complete || raw.destroyed || one.reply.raw.writableEnded) {
        watched.delete(one)
        continue
      }
      if (raw.readableFlowing === null || raw.readableLength > 0) continue
      one.waited += WATCH_EVERY_MS / 1_000
      const arrived = raw.socket.bytesRead - one.bytesBefore
      if (one.waited < graceSeconds || arrived >= rate * one.waited) continue
      watched.delete(one)
      endSlowRequest(one, rate, getFormat)
    }
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  server.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw) || request.raw.complete !== false) return
    watched.add({ request, reply, bytesBefore: request.raw.socket.bytesRead, waited: 0 })
    timer ??= setInterval(checkTransfers, WATCH_EVERY_MS).unref()
  })
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Responds without the framework, whose handler waits for the body. */
function endSlowRequest({ request, reply }: WatchedTransfer, rate: number, getFormat: FormatLookup): void {
  if (reply.raw.headersSent) return void request.raw.destroy()
  const { status, contentType, body } = errorAnswer(
    bodyTooSlow(rate),
    request.headers.accept,
    request.id,
    getFormat(request.url),
  )
  const text = JSON.stringify(body)
  const headers = { 'content-type': contentType, 'content-length': Buffer.byteLength(text) }
  reply.raw.writeHead(status, { ...headers, connection: 'close' })
  reply.raw.end(text, () => request.raw.destroy())
}

export const bodyTooSlow = (rate: number): AppError =>
  new AppError('request_timeout', 'request_timeout', 'Request timeout', [
    {
      pointer: '',
      detail: `The body arrived with less than ${rate} bytes per second. Send it again over a faster connection.`,
    },
  ])

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether the response precedes the body, and nothing will read the body. */
function isUnwanted({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  // Injected requests of tests have no socket and no unread body.
  if (raw.complete !== false || !hasBody(raw)) return false
  return reply.statusCode >= 400 || raw.readableFlowing === null
}

/**
 * Sends the response, and closes the connection after reading a limited part of the body. Closing it immediately would
 * reset the connection.
 */
function lingerBeforeEnd(request: IncomingMessage, response: ServerResponse): void {
  if (waitsToSend.has(request)) return
  const end = response.end.bind(response)
  const endLater = (chunk?: unknown, encoding?: unknown, done?: () => void): ServerResponse => {
    response.end = end
    if (chunk === undefined || chunk === null || typeof chunk === 'function') response.flushHeaders()
    else response.write(chunk, (typeof encoding === 'string' ? encoding : 'utf8') as BufferEncoding)
    const callback = [chunk, encoding, done].find((one) => typeof one === 'function')
    readOn(request, () => end(callback as (() => void) | undefined))
    return response
  }
  response.end = endLater as typeof response.end
}

/** Discards data until the body ends or the limit is reached. */
function readOn(request: IncomingMessage, done: () => void): void {
  let left = LINGER_BYTES
  let isDone = false
  const finish = () => {
    if (isDone) return
    isDone = true
    clearTimeout(timer)
    request.off('data', count)
    request.pause()
    done()
  }
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left <= 0) finish()
  }
  const timer = setTimeout(finish, LINGER_MS)
  if (request.complete || request.destroyed) {
    finish()
    return
  }
  request.unpipe()
  request.on('data', count)
  for (const event of ['end', 'close', 'error'] as const) request.once(event, finish)
  request.resume()
}
