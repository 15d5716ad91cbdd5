/** Finds the places of quotes in a transcript. A worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { findQuoteSegments } from './model.ts'

export interface QuotePlace {
  /** Position in the transcript, from 0. */
  readonly segment: number
  readonly speaker: string
  readonly start: number | null
  readonly end: number | null
}

/** Place of each quote, in their order; null for quotes that aren't found. */
export function findQuotePlaces(input: SegmentsInput, quotes: readonly string[]): (QuotePlace | null)[] {
  const segments = loadSegments(input)
  return findQuoteSegments(segments, quotes).map((at) => {
    const segment = at === undefined ? undefined : segments[at]
    if (at === undefined || segment === undefined) return null
    const { speaker, start, end } = segment
    return { segment: at, speaker: speaker.name, start, end }
  })
}

export const quotePlacesTask = defineWorkerTask(import.meta.url, findQuotePlaces, isShortInput)
