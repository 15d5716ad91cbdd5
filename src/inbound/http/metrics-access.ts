/**
 * Who reads `/metrics`: programs on this machine, and elsewhere those with the token. Metrics say how busy an installation
 * is and which routes are used, so they aren't for everybody who reaches the service.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Secret } from '../../core/secret.ts'

const LOOPBACK = new BlockList()
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4')
LOOPBACK.addAddress('::1', 'ipv6')

const isLoopback = (address: string) =>
  isIP(address) !== 0 && !address.includes('%') && LOOPBACK.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Headers of proxies. A request with one of them, whose proxy isn't trusted, comes from nobody knows where. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** What a request says of itself. `ip` is the address that a trusted proxy forwarded, else that of the connection. */
type MetricsRequest = Pick<FastifyRequest, 'ip' | 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** @param token of `METRICS_TOKEN`; `undefined`: only programs on this machine */
export function mayReadMetrics({ ip, headers, socket }: MetricsRequest, token: Secret | undefined): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token.reveal()))) return true
  const isDirect = ip === socket.remoteAddress
  return isLoopback(ip) && !(isDirect && FORWARDED.some((name) => headers[name] !== undefined))
}

/** A hook for the routes of metrics. */
export const metricsGuard =
  (token: Secret | undefined) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (mayReadMetrics(request, token)) return undefined
    const message =
      token === undefined
        ? 'Metrics are available on the machine of the service only. Set METRICS_TOKEN to read them from elsewhere.'
        : 'Metrics need the token of METRICS_TOKEN: Authorization: Bearer <token>.'
    return reply.status(401).header('www-authenticate', 'Bearer realm="metrics"').send({ code: 401, message })
  }
