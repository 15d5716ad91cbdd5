/** Locates quotes in the words of their segments, in worker tasks. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import type { QuoteLocation } from './schema.ts'
import { wordsHolding } from './words.ts'

/** Maximum number of quotes per finding, and of characters per quote. */
export const SPOTS_MAX = 4
const QUOTE_MAX = 700

export interface QuoteInLine {
  readonly segment: number
  readonly quote: string
}

export const shortenQuote = (quote: string): string => [...quote].slice(0, QUOTE_MAX).join('')

/** Locations by question and note. Quotes that their segment doesn't contain are left out. */
export function locateNotes(
  input: SegmentsInput,
  notes: readonly (readonly (readonly QuoteInLine[])[])[],
): QuoteLocation[][][] {
  const segments = loadSegments(input)
  const locate = ({ segment: at, quote }: QuoteInLine): QuoteLocation[] => {
    const cut = shortenQuote(quote)
    const segment = segments[at]
    const words = segment && wordsHolding(segment, cut)
    return words === undefined ? [] : [{ segment: at, quote: cut, words }]
  }
  return notes.map((own) => own.map((quotes) => quotes.flatMap(locate).slice(0, SPOTS_MAX)))
}

export const locateTask = defineWorkerTask(import.meta.url, locateNotes, isShortInput)
