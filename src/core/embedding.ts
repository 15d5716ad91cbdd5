/** Embeddings: unit vectors of texts. Texts with similar meanings have similar vectors. */
import { AppError } from './errors.ts'

/**
 * Purpose of the text, because some models encode purposes differently. `passage`: text to be found. `query`: keywords.
 * `question`: a question about what people said.
 */
export type EmbeddingPurpose = 'question' | 'query' | 'passage'

export interface Embedding {
  /**
   * Name of the vector space: provider, model and, if known, dimension. Vectors of different spaces are never compared.
   * If undefined, no embedding is configured and search uses words only.
   */
  readonly model: string | undefined
  /**
   * Minimum of a similarity that means something: the cosine, plus `held` times the ratio of the question's words that
   * the text contains. Measured for the model; undefined if it wasn't measured.
   */
  readonly floor?: { readonly similarity: number; readonly held: number } | undefined
  /**
   * Returns unit vectors in the order of the texts, all of the same dimension (maximum `DIMENSION_MAX`). The same text
   * and purpose always have the same vector, regardless of the other texts. The vector covers the first `EMBEDDED_MAX`
   * characters of a text, limited by the model's context. Questions and queries run before waiting passages. The number
   * of texts is unlimited.
   * @throws EmbeddingFault, or the reason of the signal
   */
  embed(texts: readonly string[], purpose: EmbeddingPurpose, signal?: AbortSignal): Promise<Float32Array[]>
  /** Waiting and later requests fail as `unavailable`. */
  close(): Promise<void>
}

/** Maximum number of dimensions that pgvector can index. */
export const DIMENSION_MAX = 2_000
/** Maximum number of UTF-16 units of a text that are embedded. */
export const EMBEDDED_MAX = 4_000

/**
 * `unavailable`: a retry can succeed. `refused`: requests fail until a setting changes. `wrong`: the server's response
 * isn't in the expected format.
 */
export type EmbeddingFaultKind = 'unavailable' | 'refused' | 'wrong'

/** Error for missing vectors. It contains no text, response or key. HTTP returns 503. */
export class EmbeddingFault extends AppError {
  readonly fault: EmbeddingFaultKind
  /** Reason in snake_case, for the log. */
  readonly reason: string
  constructor(fault: EmbeddingFaultKind, reason: string) {
    super('unavailable', 'embedding_unavailable', 'Embedding unavailable', [
      { pointer: '', detail: "The embedding model isn't available. Try again later." },
    ])
    this.fault = fault
    this.reason = reason
  }
}
