/** Compresses the responses of a scope for clients that support it. */
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

export async function compressed(scope: FastifyInstance): Promise<void> {
  // Highest compression level that is fast enough to run for each response.
  await scope.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
