/** Reads the text of a clip. Share pages are open to anyone, so a worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import {
  type ClipLine,
  type ClipTimes,
  type ClipWord,
  mergeLines,
  type SpokenSegment,
  segmentsWithin,
  wordsWithin,
} from './model.ts'

/** First and last segment, from 0. */
export interface ClipSegments {
  readonly first: number
  readonly last: number
}

export interface ClipText {
  readonly lines: ClipLine[]
  readonly words: ClipWord[]
}

/** @param named segments of a clip without times; undefined reads the clip by time */
export function readClipText(input: SegmentsInput, clip: ClipTimes, named: ClipSegments | undefined): ClipText {
  const segments = loadSegments(input)
  return {
    lines: mergeLines(selectSegments(segments, clip, named)),
    words: named === undefined ? wordsWithin(segments, clip) : [],
  }
}

/** Segments of the clip, with the words that its page shows. */
export const selectSegments = (
  segments: readonly SpokenSegment[],
  clip: ClipTimes,
  named: ClipSegments | undefined,
): readonly SpokenSegment[] =>
  named === undefined ? segmentsWithin(segments, clip) : segments.slice(named.first, named.last + 1)

export const clipTextTask = defineWorkerTask(import.meta.url, readClipText, isShortInput)
