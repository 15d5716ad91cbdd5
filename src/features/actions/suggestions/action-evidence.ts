/** Evidence for a suggested action: quoted words, the kind of signal and the speaker. */
import type { DueDate, EvidenceSpan } from '../../text/extractive-summary/index.ts'
import type { HeardSignal } from './schema.ts'

export interface ActionEvidence {
  readonly signal: HeardSignal
  /** Speaker, or empty if unknown. */
  readonly by: string
  /** Text without hesitations. */
  readonly text: string
  /** Verbatim quotes, at least one. */
  readonly spans: readonly EvidenceSpan[]
  /** Verbatim reply to the quotes. */
  readonly reply: readonly EvidenceSpan[]
  readonly due: DueDate | null
  /** Confidence. Comparable only between evidence of the same signal. */
  readonly weight: number
}
