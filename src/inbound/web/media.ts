/** Serves recordings to browser players, which authenticate with a token in the URL. */
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { sendStored } from '../http/send-stored.ts'

export function mountMedia(server: FastifyInstance, open: (token: string) => Promise<StoredAnswer | undefined>): void {
  server.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const file = await open(request.params.token)
    if (file === undefined) throw notFound('recording', '/path/token')
    // The URL grants access until it expires, so it must not leak as a referrer.
    reply.header('referrer-policy', 'no-referrer')
    return sendStored(file, request, reply)
  })
}
