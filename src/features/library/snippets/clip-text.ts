/** Reads the text of a clip. Share pages are open to anyone, so a worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { type ClipLine, type ClipTimes, type ClipWord, linesWithin, mergeLines, wordsWithin } from './model.ts'

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
  if (named !== undefined) return { lines: mergeLines(segments.slice(named.first, named.last + 1)), words: [] }
  return { lines: linesWithin(segments, clip), words: wordsWithin(segments, clip) }
}

export const clipTextTask = defineWorkerTask(import.meta.url, readClipText, isShortInput)
