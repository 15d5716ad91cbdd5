/**
 * Guards against clients that hold connections: too many of them, bodies that drip, and bodies that nobody wants. An answer
 * that comes before its body has arrived reaches the client all the same: a bounded part of the body is read on, then the
 * connection is closed.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIPv6, type Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../../core/attempts.ts'
import type { TransferSettings } from '../../core/config.ts'

/** What is read of a body after its request was refused, and for how long. */
const LINGER_BYTES = 8 * 1024 * 1024
const LINGER_MS = 5_000
/** Time in which a body may come as slowly as it likes. */
const GRACE_SECONDS = 10
const WATCH_EVERY_MS = 1_000
/** For a client that was refused a connection. */
const CONNECTION_RETRY_SECONDS = 5

export interface TransferParts {
  readonly transfer: TransferSettings
  /** Seconds in which a body may come as slowly as it likes. Defaults to 10. */
  readonly bodyGraceSeconds?: number
  /** Proxies hold the connections of many clients. */
  readonly trustedProxies: readonly string[]
}

/** Guards all routes of the server; to be called before any is mounted. */
export function guardTransfer(
  server: FastifyInstance,
  { transfer, trustedProxies, bodyGraceSeconds }: TransferParts,
): void {
  limitConnections(server, transfer, trustedProxies)
  continueWhenRead(server)
  watchBodies(server, transfer.bodyRate, bodyGraceSeconds ?? GRACE_SECONDS)
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
    const network = isProxy ? undefined : networkOf(remoteAddress)
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

/** Requests whose client waits to be asked for the body (RFC 9110, section 10.1.1). */
const waitsToSend = new WeakSet<IncomingMessage>()

/** Asks for a body only when somebody is about to read it: who is refused has sent nothing in vain. */
function continueWhenRead(server: FastifyInstance): void {
  server.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waitsToSend.add(request)
    server.server.emit('request', request, response)
  })
  server.addHook('preParsing', async (request, reply) => {
    if (waitsToSend.delete(request.raw)) reply.raw.writeContinue()
  })
}

interface Watched {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly bytesBefore: number
  /** Seconds in which everything that had arrived was read, and more was to come. */
  waited: number
}

/** Ends requests whose bodies arrive more slowly than `rate` bytes a second, as far as the client is the one to wait for. */
function watchBodies(server: FastifyInstance, rate: number, graceSeconds: number): void {
  if (rate === 0) return
  const watched = new Set<Watched>()
  let timer: NodeJS.Timeout | undefined
  const look = () => {
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
      endSlowRequest(one, rate)
    }
    if (watched.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
  server.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request.raw) || request.raw.complete !== false) return
    watched.add({ request, reply, bytesBefore: request.raw.socket.bytesRead, waited: 0 })
    timer ??= setInterval(look, WATCH_EVERY_MS).unref()
  })
  server.addHook('onClose', async () => clearInterval(timer))
}

/** Past the framework, whose handler waits for the body. */
function endSlowRequest({ request, reply }: Watched, rate: number): void {
  if (reply.raw.headersSent) return void request.raw.destroy()
  const detail = `The body arrived with less than ${rate} bytes per second. Send it again over a faster connection.`
  const error = {
    ...{ id: 'request_timeout', status: '408', code: 'request_timeout', title: 'Request timeout', detail },
    source: { pointer: '' },
  }
  const body = JSON.stringify(error)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) }
  reply.raw.writeHead(408, { ...headers, connection: 'close' })
  reply.raw.end(body, () => request.raw.destroy())
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Whether the answer comes before the body, and nobody is going to read that. */
function isUnwanted({ raw }: FastifyRequest, reply: FastifyReply): boolean {
  // Requests of tests that go past a socket have nothing that could be incomplete.
  if (raw.complete !== false || !hasBody(raw)) return false
  return reply.statusCode >= 400 || raw.readableFlowing === null
}

/** Writes the answer, and ends it after a bounded part of the body: an end at once would reset the connection. */
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

/** Reads and forgets until the body ends, or enough of it has come. */
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
