/** What is chosen, whoever chooses. */
import type { Span } from '../gist/index.ts'

/** Quotes of one choice. */
export const EVIDENCE_MAX = 3

/** An option that the program chooses. */
export interface Chosen {
  readonly labelId: string
  readonly optionId: string
  readonly source: 'ai' | 'rule'
  readonly confidence: number
  /** One at least. */
  readonly evidence: readonly Span[]
}
