/** Answers of a scope are compressed for whoever takes it so. */
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

export async function compressed(scope: FastifyInstance): Promise<void> {
  // The strongest that is quick enough to be done anew for each answer.
  await scope.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}
