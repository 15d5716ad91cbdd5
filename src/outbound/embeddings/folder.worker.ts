/** Worker thread of a model in a folder. Transformers.js reads only files of that folder and never calls a hub. */
import { availableParallelism } from 'node:os'
import { workerData } from 'node:worker_threads'
import { EmbeddingFault } from '../../core/embedding.ts'
import { answerWith } from './answer.ts'
import type { ModelFolder } from './folder.ts'

/** Maximum number of pieces of a text, also for models with a higher limit. */
const PIECES_MAX = 1_024

const { path, weights, pooling, prefix, places = PIECES_MAX } = workerData as ModelFolder

await answerWith(async () => {
  const { AutoModel, AutoTokenizer, env } = await import('@huggingface/transformers')
  env.allowRemoteModels = false
  env.useFSCache = false
  const tokenizer = await AutoTokenizer.from_pretrained(path)
  const model = await AutoModel.from_pretrained(path, {
    subfolder: weights.subfolder,
    dtype: weights.dtype,
    device: 'cpu',
    // Half of the cores stay free for requests. Without spinning, idle threads don't use a core.
    session_options: {
      intraOpNumThreads: Math.max(1, availableParallelism() >> 1),
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  })
  const told = tokenizer.model_max_length
  // Models of the RoBERTa family number their positions from two.
  const length = Math.min(told <= places ? told : places - 2, PIECES_MAX)

  return async (texts, purpose, pause) => {
    const vectors: Float32Array[] = []
    for (const text of texts) {
      // One text at a time: with quantized weights, the vector of a text depends on the other texts of its batch.
      const given = tokenizer([prefix[purpose] + text], { truncation: true, max_length: length })
      const answer = await model(given)
      vectors.push(pooled(answer))
      await pause()
    }
    return vectors
  }
})

interface Matrix {
  readonly dims: readonly number[]
  readonly data: ArrayLike<number>
}

function pooled(answer: Readonly<Record<string, Matrix | undefined>>): Float32Array {
  if (answer.sentence_embedding !== undefined) return Float32Array.from(answer.sentence_embedding.data)
  const pieces = answer.last_hidden_state ?? answer.token_embeddings
  const [, count, dimension] = pieces?.dims ?? []
  if (pieces === undefined || count === undefined || dimension === undefined || count === 0) {
    throw new EmbeddingFault('refused', 'no_sentence_encoder')
  }
  const [from, to] = { mean: [0, count], first: [0, 1], last: [count - 1, count] }[pooling] as [number, number]
  const sum = new Float32Array(dimension)
  for (let place = from * dimension; place < to * dimension; place++) {
    sum[place % dimension] = (sum[place % dimension] ?? 0) + (pieces.data[place] ?? 0)
  }
  return sum
}
