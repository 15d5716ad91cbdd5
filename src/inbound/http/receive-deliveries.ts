/**
 * Addresses of call sources, below `/v2/sources`. Senders have no API key. The secret in the address
 * and the signature of the request authenticate them, which needs the body byte for byte.
 *
 * Vendors send the deliveries of many organizations from the same network addresses. A delivery to a known source
 * therefore counts for the source and its organization, and not for its network address. Other requests count for their
 * address, so that nobody can try addresses of sources without a limit.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { DeliveryTarget } from '../../core/request-limits.ts'
import { BASE_PATH } from './addresses.ts'

/** Maximum size of a delivery. Recordings are fetched, not delivered. */
const BODY_BYTES_MAX = 8 * 1024 * 1024

interface IncomingDelivery {
  readonly sourceId: string
  readonly secret: string
  /** Path and query, as requested. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly signal: AbortSignal
}

interface DeliveryAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface DeliveryReceiver {
  /** Response for an address without a source. */
  readonly notFound: DeliveryAnswer
  /** Returns the source at an address, before the body is read; undefined if there is none. */
  find(address: Pick<IncomingDelivery, 'sourceId' | 'secret'>): Promise<DeliveryTarget | undefined>
  receive(delivery: IncomingDelivery): Promise<DeliveryAnswer>
}

/** @param scope scope of its own, whose bodies aren't parsed */
export function mountDeliveries(
  scope: FastifyInstance,
  {
    receiver,
    signalOf,
  }: { readonly receiver: DeliveryReceiver; readonly signalOf: (reply: FastifyReply) => AbortSignal },
): void {
  const admit = createAdmission(receiver)
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Params: { id: string; secret: string } }>(
    `${BASE_PATH}/sources/:id/events/:secret`,
    {
      bodyLimit: BODY_BYTES_MAX,
      config: { limitsItself: true },
      async onRequest(request, reply) {
        const { id, secret } = request.params
        const found = await admit(scope, reply, { sourceId: id, secret })
        if (!found) return send(reply, receiver.notFound)
      },
    },
    async (request, reply) => {
      const { id, secret } = request.params
      const answer = await receiver.receive({
        ...{ sourceId: id, secret, path: request.url, signal: signalOf(reply) },
        headers: toSingleValues(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      return send(reply, answer)
    },
  )
}

/** Number of sources whose addresses are known. */
const KNOWN_MAX = 10_000

/** Counts a delivery before its body is read. It returns whether there is a source, and throws RateLimited. */
function createAdmission(receiver: Pick<DeliveryReceiver, 'find'>) {
  /** Sources that were found, by a digest of their addresses. Each delivery still looks up its source. */
  const known = new LRUCache<string, DeliveryTarget>({ max: KNOWN_MAX })
  return async (
    { guard }: Pick<FastifyInstance, 'guard'>,
    reply: FastifyReply,
    address: Pick<IncomingDelivery, 'sourceId' | 'secret'>,
  ): Promise<boolean> => {
    const key = createHash('sha256').update(`${address.sourceId}/${address.secret}`).digest('base64')
    const expected = known.get(key)
    if (expected === undefined) guard.arrive(reply)
    else guard.admitDelivery(reply, expected)
    const found = await receiver.find(address)
    if (found === undefined) {
      known.delete(key)
      return false
    }
    if (expected === undefined) {
      known.set(key, found)
      guard.admitDelivery(reply, found)
    }
    return true
  }
}

const send = (reply: FastifyReply, { status, contentType, body, headers = {} }: DeliveryAnswer): FastifyReply =>
  reply.status(status).headers(headers).type(contentType).send(body)

/** Node.js joins repeated headers, except for a few that senders of deliveries don't use. */
const toSingleValues = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
