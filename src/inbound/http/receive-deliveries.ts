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

export type ReceiveDelivery = (delivery: IncomingDelivery) => Promise<{
  readonly status: number
  readonly contentType: string
  readonly body: string
}>

/** @param scope scope of its own, whose bodies aren't parsed */
export function mountDeliveries(
  scope: FastifyInstance,
  { receive, signalOf }: { readonly receive: ReceiveDelivery; readonly signalOf: (reply: FastifyReply) => AbortSignal },
): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  scope.post<{ Params: { id: string; secret: string } }>(
    `${BASE_PATH}/sources/:id/events/:secret`,
    { bodyLimit: BODY_BYTES_MAX },
    async (request, reply) => {
      const { id, secret } = request.params
      const answer = await receive({
        ...{ sourceId: id, secret, path: request.url, signal: signalOf(reply) },
        headers: toSingleValues(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      })
      return reply.status(answer.status).type(answer.contentType).send(answer.body)
    },
  )
}

/** Node.js joins repeated headers, except for a few that senders of deliveries don't use. */
const toSingleValues = (headers: Readonly<Record<string, string | string[] | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  )
