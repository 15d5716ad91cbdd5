/** Label choice by a language model or by rules. */
import type { EvidenceSpan } from '../../text/extractive-summary/index.ts'

/** Maximum number of quotes per choice. */
export const EVIDENCE_MAX = 3

/** Option that the analysis chooses for a label. */
export interface ChosenOption {
  readonly labelId: string
  readonly optionId: string
  readonly source: 'ai' | 'rule'
  readonly confidence: number
  /** At least one quote. */
  readonly evidence: readonly EvidenceSpan[]
}
