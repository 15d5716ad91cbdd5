/** Result of a rule for an item. */
import { type EvidenceSpan, joinSpans } from '../../../text/extractive-summary/index.ts'
import type { Level } from './item.ts'
import type { ScoredSentence } from './scoring-transcript.ts'

/** Result of a rule: whether the requested behavior occurred, or the level if the rule reads the scale. */
export interface RuleFinding {
  readonly answer: 'yes' | 'no' | Level
  /** Reason, shown to users. */
  readonly why: string
  /** At least one quote. */
  readonly evidence: readonly EvidenceSpan[]
  readonly confidence: number
  /** Whether the rule also checked what the criteria of the highest level require beyond the title. */
  readonly isWholeCall?: true
  /** Whether the result was counted rather than judged. Then the language model isn't called for the item. */
  readonly measured?: true
}

/** Maximum number of quoted sentences. */
export const EVIDENCE_MAX = 3

/** Quotes of the first sentences, in conversation order. Whole sentences: a part of one can have another meaning. */
export const toEvidence = (said: readonly ScoredSentence[]): EvidenceSpan[] =>
  said
    .slice(0, EVIDENCE_MAX)
    .toSorted((one, other) => one.position - other.position)
    .flatMap(({ spans }) => joinSpans(spans))
