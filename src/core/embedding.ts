/** Embeddings: texts as points of a space in which those that mean the same lie near each other. */
import { AppError } from './errors.ts'

/**
 * What the text is for: some models take it differently. A `passage` is found; a `query` looks for what is written, a
 * `question` for what people said.
 */
export type EmbeddingPurpose = 'question' | 'query' | 'passage'

export interface Embedding {
  /**
   * Names the space of its vectors: provider, model, dimension where it is known. Vectors of two names are never
   * compared. Undefined: no embedding is configured, only words are searched.
   */
  readonly model: string | undefined
  /**
   * Unit vectors in the order of the texts, all of one dimension (at most `DIMENSION_MAX`). The same text has the same
   * vector for the same purpose, whatever it is asked with. Of a text the first `EMBEDDED_MAX` characters count, and of
   * those as many as the model reads. Questions and queries go before any passage that waits; any number of texts may be
   * asked for at once.
   * @throws EmbeddingFault, or the reason of the signal
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>
  /** Whatever is asked for then, or still waits, is `unavailable`. */
  close(): Promise<void>
}

/** What pgvector can index. */
export const DIMENSION_MAX = 2_000
/** UTF-16 units of a text that are looked at. */
export const EMBEDDED_MAX = 4_000

/**
 * `unavailable`: may work later. `refused`: will not work before a setting is another. `wrong`: there is an answer, and
 * it is not as agreed.
 */
export type EmbeddingFaultKind = 'unavailable' | 'refused' | 'wrong'

/** There are no vectors. Carries nothing of the texts, of an answer or of the key. A door answers 503. */
export class EmbeddingFault extends AppError {
  readonly fault: EmbeddingFaultKind
  /** In a snake_case word, for the log. */
  readonly reason: string
  constructor(fault: EmbeddingFaultKind, reason: string) {
    super('unavailable', 'embedding_unavailable', 'Embedding unavailable', [
      { pointer: '', detail: "The embedding model isn't available. Try again later." },
    ])
    this.fault = fault
    this.reason = reason
  }
}
