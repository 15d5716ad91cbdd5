/** What is answered from: texts, read for the question. */
import type { CutTranscript, Line } from '../passages/index.ts'
import type { Question } from '../reading/index.ts'

export interface Text {
  readonly kind: 'conversation' | 'source'
  readonly id: string
  readonly title: string
  /** When the conversation was; null for sources. */
  readonly at: string | null
  /** In order. Of sources the lines of what was found, without speaker and time. */
  readonly lines: readonly Line[]
}

export interface ReadText extends Text {
  readonly question: Question
  /** 0 to 1, by line: how surely the answer is here. */
  readonly place: ArrayLike<number>
  /** 0 to 1: how much it counts beside the others that were found. */
  readonly weight: number
  /** 0 to 1: how likely it holds an answer at all. */
  readonly holds: number
  /** Stretches that belong together, in order. */
  readonly blocks: CutTranscript['blocks']
}

/** A quote, and where it stands. */
export interface Proof {
  readonly of: Text
  /** Position of its line. */
  readonly line: number
  /** Verbatim. */
  readonly quote: string
}
