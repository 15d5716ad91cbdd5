/** Finds recorded quotes in a transcript, so that each citation is verified text. */
import { defineWorkerTask } from '../../../../core/worker-pool.ts'
import { cutSegments, type SourceLine } from '../../../text/passages/index.ts'
import { isShortInput, type SegmentsInput } from '../../../text/transcripts/index.ts'

export interface RecordedQuote {
  /** Null if the record doesn't state the segment. */
  readonly segment: number | null
  readonly quote: string
}

/** Quotes with their lines. Quotes that no line of their segment contains are left out. */
export function findQuotes(
  segments: SegmentsInput,
  quotes: readonly RecordedQuote[],
): { readonly line: SourceLine; readonly quote: string }[] {
  const { lines } = cutSegments(segments)
  return quotes.flatMap(({ segment, quote }) => {
    const line = lines.find((one) => (segment === null || one.segment === segment) && one.text.includes(quote))
    return line === undefined || quote === '' ? [] : [{ line, quote }]
  })
}

export const quotesTask = defineWorkerTask(import.meta.url, findQuotes, isShortInput)
