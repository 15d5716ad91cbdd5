/** Recordings by the addresses that players in browsers have, which send no key. */
import type { FastifyInstance } from 'fastify'
import { notFound } from '../../core/errors.ts'
import type { StoredAnswer } from '../../core/operation.ts'
import { sendStored } from '../http/send-stored.ts'

export function mountMedia(server: FastifyInstance, open: (token: string) => Promise<StoredAnswer | undefined>): void {
  server.get<{ Params: { token: string } }>('/media/:token', async (request, reply) => {
    const file = await open(request.params.token)
    if (file === undefined) throw notFound('recording', '/path/token')
    // The address is as good as a key for a while, so it is not told to anybody else.
    reply.header('referrer-policy', 'no-referrer')
    return sendStored(file, request, reply)
  })
}
