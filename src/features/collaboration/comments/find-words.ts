/** Finds the words that a new comment is about. Pure functions. */
import { codePoints } from '../../../core/wire.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { type QuotedWords, readWords, wordsAt, wordsBetween } from './anchor.ts'
import { QUOTE_MAX, type TimeInput, type WordsInput } from './schema.ts'

/** Part of a call as a request names it. */
export type RequestedPart = { readonly time: TimeInput } | { readonly words: WordsInput }

/** @returns undefined if the part contains no words */
export function findRequestedWords(input: SegmentsInput, part: RequestedPart): QuotedWords | undefined {
  const segments = loadSegments(input)
  return 'words' in part ? readWords(segments, toRange(segments, part.words)) : wordsAtTime(segments, part.time)
}

export const findRequestedWordsTask = defineWorkerTask(import.meta.url, findRequestedWords, (input) =>
  isShortInput(input),
)

/** A single point in time is about the whole sentence, unless that is too long to quote. */
function wordsAtTime(segments: readonly TranscriptSegment[], { start, end }: TimeInput): QuotedWords | undefined {
  const sentence = end === undefined ? wordsAt(segments, start) : undefined
  const isShort = sentence !== undefined && codePoints(sentence.quote) <= QUOTE_MAX
  return isShort ? sentence : wordsBetween(segments, start, end ?? start)
}

function toRange(segments: readonly TranscriptSegment[], given: WordsInput) {
  const { firstSegment, firstOffset = 0, lastSegment = firstSegment } = given
  const last = segments[lastSegment]
  const lastOffset = given.lastOffset ?? (last === undefined ? 0 : codePoints(segmentText(last)))
  return { firstSegment, firstOffset, lastSegment, lastOffset }
}
