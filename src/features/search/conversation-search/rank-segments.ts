/** Ranks the passages of one conversation for a question, in worker tasks. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  type PassageVectors,
  parseQuestion,
  type RankingQuestion,
  rankLines,
  toQuestionVectors,
} from '../../text/passage-ranking/index.ts'
import { cutSegments, listPassageBlocks } from '../../text/passages/index.ts'
import { isShortInput, type SegmentsInput } from '../../text/transcripts/index.ts'

/** The question with the speakers of the conversation that it names. */
export const parseSearchQuestion = (segments: SegmentsInput, asked: string): RankingQuestion =>
  parseQuestion(
    asked,
    cutSegments(segments).lines.map(({ speaker }) => speaker),
  )

export const parseTask = defineWorkerTask(import.meta.url, parseSearchQuestion, isShortInput)

interface RankedPassage {
  /** Position of the passage that corresponds to the span. */
  readonly position: number
  readonly probability: number
  /** Line that answers best. */
  readonly best: { readonly segment: number; readonly text: string }
}

/** Spans of a conversation, best first. Passages with even positions don't overlap and correspond to spans. */
export function rankSegments(
  segments: SegmentsInput,
  question: RankingQuestion,
  vectors: PassageVectors | undefined,
): RankedPassage[] {
  const cut = cutSegments(segments)
  const positions = new Map(listPassageBlocks(cut).map(({ from }, index) => [from, 2 * index]))
  return rankLines(cut, question, vectors && toQuestionVectors(cut, vectors)).spans.flatMap((span) => {
    const [position, best] = [positions.get(span.from), cut.lines[span.line]]
    if (position === undefined || best === undefined) return []
    return [{ position, probability: span.probability, best: { segment: best.segment, text: best.text } }]
  })
}

export const rankTask = defineWorkerTask(import.meta.url, rankSegments, isShortInput)
