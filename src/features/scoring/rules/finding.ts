/** What a rule found of an item. */
import type { Span } from '../../gist/index.ts'
import type { Level } from './item.ts'
import type { Said } from './talk.ts'

/** Whether what the item asks for happened, or the very level where the rule knows the scale. */
export interface Finding {
  readonly answer: 'yes' | 'no' | Level
  /** Our own sentence: why. */
  readonly why: string
  /** One at least. */
  readonly evidence: readonly Span[]
  readonly confidence: number
  /** What the upper end asks for beyond the title was looked for as well. */
  readonly whole?: true
  /** Counted, not judged: a language model knows no better. */
  readonly measured?: true
}

export const EVIDENCE_MAX = 3

/** The first words of each, in the order of the conversation. */
export const spansOf = (said: readonly Said[]): Span[] =>
  said
    .slice(0, EVIDENCE_MAX)
    .flatMap(({ spans }) => spans.slice(0, 1))
    .toSorted((one, other) => one.segment - other.segment)
