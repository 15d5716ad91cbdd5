/**
 * Addresses of call sources, below `/v2/sources`. Senders have no API key. The secret in the address
 * and the signature of the request authenticate them, which needs the body byte for byte.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
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
  /** Returns the response for an address without a source, before the body is read; undefined if there is a source. */
  reject(address: Pick<IncomingDelivery, 'sourceId' | 'secret'>): Promise<DeliveryAnswer | undefined>
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
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Params: { id: string; secret: string } }>(
    `${BASE_PATH}/sources/:id/events/:secret`,
    {
      bodyLimit: BODY_BYTES_MAX,
      async onRequest(request, reply) {
        const { id, secret } = request.params
        const answer = await receiver.reject({ sourceId: id, secret })
        if (answer !== undefined) return send(reply, answer)
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

const send = (reply: FastifyReply, { status, contentType, body, headers = {} }: DeliveryAnswer): FastifyReply =>
  reply.status(status).headers(headers).type(contentType).send(body)

/** Node.js joins repeated headers, except for a few that senders of deliveries don't use. */
const toSingleValues = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
