/** Texts that answers are based on, ranked for a question. */

import type { RankingQuestion } from '../../text/passage-ranking/index.ts'
import { type CutTranscript, cutSegments, type SourceLine } from '../../text/passages/index.ts'
import type { SegmentsInput } from '../../text/transcripts/index.ts'

export interface TextSource {
  readonly kind: 'conversation' | 'source'
  readonly id: string
  readonly title: string
  /** When the conversation took place. Null for sources. */
  readonly at: string | null
}

export interface Text extends TextSource {
  /** Lines in order. For sources, the lines of the search hits, without speaker and time. */
  readonly lines: readonly SourceLine[]
}

export const toTextSource = ({ kind, id, title, at }: TextSource): TextSource => ({ kind, id, title, at })

/** How the lines of a text were rated for a question. */
export interface TextReading {
  readonly question: RankingQuestion
  /** Probability by line that the answer is there, 0 to 1. */
  readonly place: ArrayLike<number>
  /** Probability that the text contains an answer, 0 to 1. */
  readonly answerability: number
  /** Values of `SIGNS`, which the probability was estimated from. Absent if every text answers the question. */
  readonly signs?: Float64Array | undefined
  /** Whether terms of the question are close to each other. Absent if every text answers the question. */
  readonly isClose?: boolean | undefined
}

/** Text that can contain the answer, without its lines, so that the event loop doesn't hold transcripts. */
export interface EvidenceText extends TextSource, TextReading {
  /** Weight relative to the other texts, 0 to 1. */
  readonly weight: number
  /** Segments of a conversation, or lines of a source. */
  readonly content: SegmentsInput | CutTranscript
  /** Number of lines of the content. */
  readonly lineCount: number
}

export interface ReadText extends Text, TextReading {
  readonly weight: number
  /** Blocks of consecutive lines that belong together, in order. */
  readonly blocks: CutTranscript['blocks']
}

/** A quote and its location. It contains no other lines, so that a worker thread can return it. */
export interface Proof {
  readonly of: TextSource
  /** The quoted line. */
  readonly line: SourceLine
  /** Verbatim text of the line. */
  readonly quote: string
  /** Index of the passage in the answer that the quote is part of. */
  readonly passage?: number
  /** Part of the quote that answers the question. */
  readonly key?: string | undefined
}

/** Part of an answer, and the quotes that support it. */
export interface AnswerPart {
  readonly text: string
  readonly proofs: readonly Proof[]
}

/** Splits the segments of a text. Worker tasks do it; on the event loop, only answers of a language model need it. */
export function withLines({ content, lineCount: _, ...text }: EvidenceText): ReadText {
  const { lines, blocks } = 'lines' in content ? content : cutSegments(content)
  return { ...text, lines, blocks }
}
