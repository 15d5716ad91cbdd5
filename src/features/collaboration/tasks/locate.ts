/** Finds quoted words in a transcript. A worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput, segmentText } from '../../text/transcripts/index.ts'

export interface LocatedQuote {
  readonly segment: number
  readonly speaker: string
  readonly start: number | null
}

const normalize = (text: string) => text.replaceAll('’', "'").replace(/\s+/g, ' ').trim().toLowerCase()

/** First segment with the words, ignoring case and white space. Undefined if there is none. */
export function locateQuote(input: SegmentsInput, quote: string): LocatedQuote | undefined {
  const wanted = normalize(quote)
  const segments = loadSegments(input)
  const at = segments.findIndex((segment) => normalize(segmentText(segment)).includes(wanted))
  const found = segments[at]
  return found === undefined ? undefined : { segment: at, speaker: found.speaker.name, start: found.start }
}

export const locateQuoteTask = defineWorkerTask(import.meta.url, locateQuote, (input) => isShortInput(input))
