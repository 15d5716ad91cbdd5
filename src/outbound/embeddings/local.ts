/** Built-in sentence encoder for English. It runs on this machine without setup. */
import { type Embedding, EmbeddingFault } from '../../core/embedding.ts'
import type { Log } from '../../core/log.ts'
import { ADAPTER_FILE, adapted, type QueryAdapter, readAdapter } from './query-adapter.ts'
import { createThreadEmbedding, type EmbeddingTimeouts } from './thread.ts'

/** Name of the vector space. Change it with every change to stored vectors: weights, tokenizer or windows. */
export const LOCAL_MODEL = 'local/universal-sentence-encoder-lite-1/512'

/** Result of `npm run train:floor`: three of four questions keep a passage that answers them. */
export const LOCAL_FLOOR = { similarity: 0.42, held: 0.3 } as const

/** @param options other timeouts and another adapter, for tests */
export function createLocalEmbedding(
  log: Pick<Log, 'info' | 'warn' | 'error'>,
  { patience, adapterFile = ADAPTER_FILE }: { patience?: EmbeddingTimeouts; adapterFile?: URL } = {},
): Embedding {
  const encoder = createThreadEmbedding(
    LOCAL_MODEL,
    { url: new URL('./local.worker.ts', import.meta.url), hasQueryThread: true },
    log,
    patience,
  )
  let adapter: Promise<QueryAdapter> | undefined
  return {
    ...encoder,
    floor: LOCAL_FLOOR,
    async embed(texts, purpose, signal) {
      const vectors = await encoder.embed(texts, purpose, signal)
      if (purpose !== 'question') return vectors
      adapter ??= readAdapter(adapterFile).catch((error: Error) => {
        // The next question tries again.
        adapter = undefined
        log.error({ model: LOCAL_MODEL, detail: error.message }, 'the query adapter cannot be read')
        throw new EmbeddingFault('refused', 'adapter')
      })
      const towardsAnswers = await adapter
      return vectors.map((vector) => adapted(vector, towardsAnswers))
    },
  }
}
