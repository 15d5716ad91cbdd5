/** Embeds a question, or reports why that isn't possible. Search then uses words only. */
import { EmbeddingFault } from '../../../core/embedding.ts'
import type { Context } from '../../../core/operation.ts'
import type { SearchCriteria } from '../../../core/search.ts'

/** Search modes, as requested and as used. */
export const modes = ['hybrid', 'lexical', 'semantic'] as const
export type SearchMode = (typeof modes)[number]

/** Maximum time in milliseconds to wait for the vector of a question. */
const PATIENCE = 5_000

const NOTICES = {
  none: 'No embedding model is configured, so the search used words only.',
  unavailable: "The embedding model isn't available, so the search used words only.",
}

type Vector = NonNullable<SearchCriteria['vector']>

interface Meanings {
  /** Vectors in the order of the texts; undefined if the embedding model is missing or unavailable. */
  readonly vectors?: readonly Vector[]
  /** Why there are no vectors. */
  readonly notice?: string
}

/**
 * @param purpose kind of searched texts: `question` for transcripts, `query` for documents
 * @throws the reason of the signal
 */
export async function embedTexts(
  { embedding, log, signal }: Pick<Context, 'embedding' | 'log' | 'signal'>,
  texts: readonly string[],
  purpose: 'question' | 'query',
): Promise<Meanings> {
  const { model } = embedding
  if (model === undefined) return { notice: NOTICES.none }
  const late = AbortSignal.timeout(PATIENCE)
  try {
    const vectors = await embedding.embed(texts, purpose, AbortSignal.any([signal, late]))
    return { vectors: vectors.map((values) => ({ model, values })) }
  } catch (error) {
    signal.throwIfAborted()
    if (!late.aborted && !(error instanceof EmbeddingFault)) throw error
    log.warn({ reason: error instanceof EmbeddingFault ? error.reason : 'too_slow' }, 'search by words alone')
    return { notice: NOTICES.unavailable }
  }
}
