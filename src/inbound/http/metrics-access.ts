/**
 * Access control of `/metrics`: programs on this machine, and others with the token. Metrics show the load of an
 * installation and the routes in use, so they aren't public.
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

/** Headers of proxies. The origin of a request with one of them is unknown, unless its proxy is trusted. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via']

/** Origin of a request. `ip` is the address that a trusted proxy forwarded, otherwise that of the connection. */
type MetricsRequest = Pick<FastifyRequest, 'ip' | 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** @param token value of `METRICS_TOKEN`; if undefined, only programs on this machine have access */
export function mayReadMetrics({ ip, headers, socket }: MetricsRequest, token: Secret | undefined): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token.reveal()))) return true
  const isDirect = ip === socket.remoteAddress
  return isLoopback(ip) && !(isDirect && FORWARDED.some((name) => headers[name] !== undefined))
}

/** Hook for the routes of metrics. */
export const metricsGuard =
  (token: Secret | undefined) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (mayReadMetrics(request, token)) return undefined
    const message =
      token === undefined
        ? 'Metrics are available only on the machine of the service. To read them from other machines, set METRICS_TOKEN.'
        : 'Metrics require the token of METRICS_TOKEN. Send it as Authorization: Bearer <token>.'
    return reply.status(401).header('www-authenticate', 'Bearer realm="metrics"').send({ code: 401, message })
  }
