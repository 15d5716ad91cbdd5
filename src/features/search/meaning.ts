/** The question as a vector, or why there is none: a search by words still is a search. */
import { EmbeddingFault } from '../../core/embedding.ts'
import type { Context } from '../../core/operation.ts'
import type { Wanted } from '../../core/search.ts'

/** How the search is asked to look, and how it has looked. */
export const modes = ['hybrid', 'lexical', 'semantic'] as const
export type Mode = (typeof modes)[number]

/** Milliseconds a question waits for its vector. */
const PATIENCE = 5_000

const NOTICES = {
  none: 'No embedding is configured: only words were searched.',
  unavailable: 'The search by meaning gives no answer at the moment: only words were searched.',
}

type Vector = NonNullable<Wanted['vector']>

interface Meanings {
  /** In the order of the texts; none at all when there is no embedding, or it does not answer. */
  readonly vectors?: readonly Vector[]
  /** Why there are none, in words. */
  readonly notice?: string
}

/**
 * @param purpose what is looked through: what people said, or what is written
 * @throws the reason of the signal
 */
export async function meaningOf(
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
