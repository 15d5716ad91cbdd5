/**
 * Answers questions of people outside about a clip. The only input is the part of the transcript that the share page
 * shows, and the answer consists of quotes that are on that page.
 */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { answerFromSegments } from '../../assistant/answers/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { type ClipSegments, selectSegments } from './clip-text.ts'
import { type ClipTimes, mergeLines } from './model.ts'

/** Verbatim part of a line of the clip. */
export interface ClipQuote {
  /** Index of the line on the page, from 0. */
  readonly line: number
  readonly quote: string
  /** Part of the quote that answers the question. Undefined if nothing is marked. */
  readonly key: string | undefined
}

/** Passages that answer the question, best first. Empty if the clip contains no answer. */
export type ClipAnswer = readonly (readonly ClipQuote[])[]

export interface ClipQuestion {
  readonly question: string
  /** Title of the clip. */
  readonly title: string
}

/** @param named segments of a clip without times; undefined reads the clip by time */
export function answerFromClip(
  input: SegmentsInput,
  clip: ClipTimes,
  named: ClipSegments | undefined,
  { question, title }: ClipQuestion,
): ClipAnswer {
  const segments = selectSegments(loadSegments(input), clip, named)
  const lines = mergeLines(segments)
  return answerFromSegments(segments, question, title)
    .map((passage) =>
      passage.flatMap(({ line: { speaker }, quote, key }): ClipQuote[] => {
        // A quote that isn't on the page is never shown.
        const line = lines.findIndex((one) => one.speaker === speaker && one.text.includes(quote))
        return line === -1 ? [] : [{ line, quote, key }]
      }),
    )
    .filter((passage) => passage.length > 0)
}

export const clipAnswerTask = defineWorkerTask(import.meta.url, answerFromClip, isShortInput)
