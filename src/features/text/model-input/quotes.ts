/** Verification of quotes against a transcript. */
import { z } from 'zod'
import type { EvidenceSpan } from '../extractive-summary/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

export interface NamedQuote {
  readonly segment: number
  readonly quote: string
}

/** Output schema of quotes. */
export const quotesSchema = (which: string) =>
  z
    .array(
      z.object({
        segment: z.int().describe('The number of the line.'),
        quote: z.string().describe('Copied from it.'),
      }),
    )
    .describe(which)

const QUOTE_MAX = 1_000
/** Minimum number of letters and digits in a quote that is shorter than its segment. */
const QUOTE_MIN = 6
/** Distance in segments that is searched around the named one, because models often return wrong line numbers. */
const NEAR = 2
const STEPS = [0, ...Array.from({ length: NEAR }, (_, i) => [i + 1, -i - 1]).flat()]

/** Returns a function that finds a quote in the segments, or returns undefined if it isn't near the named segment. */
export function spanFinder(segments: readonly TranscriptSegment[]): (named: NamedQuote) => EvidenceSpan | undefined {
  return ({ segment: named, quote }) => {
    for (const step of STEPS) {
      const index = named + step
      const segment = segments[index]
      const found = segment === undefined ? undefined : findQuote(segmentText(segment), quote)
      if (segment !== undefined && found !== undefined) {
        return { segment: index, speaker: segment.speaker.name, start: segment.start, end: segment.end, quote: found }
      }
    }
    return undefined
  }
}

/** Finds the words of a quote in sequence and returns them in the spelling of the text. */
export function findQuote(text: string, quote: string): string | undefined {
  const words = quote.slice(0, QUOTE_MAX).match(/[\p{L}\p{N}\p{M}]+/gu)
  if (words === null) return undefined
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}\p{M}])${words.join(String.raw`[^\p{L}\p{N}\p{M}]{1,8}`)}(?![\p{L}\p{N}\p{M}])[.!?…。！？]?`,
    'iu',
  )
  const found = pattern.exec(text)?.[0]
  if (found === undefined) return undefined
  const isWhole = found.length >= text.trim().length - 1
  return isWhole || words.join('').length >= QUOTE_MIN ? found : undefined
}

/** Removes duplicates and sorts by position in the transcript. */
export function uniqueSpans(spans: readonly EvidenceSpan[]): EvidenceSpan[] {
  const seen = new Set<string>()
  return spans
    .filter(({ segment, quote }) => {
      const key = `${segment} ${quote}`
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .toSorted((a, b) => a.segment - b.segment)
}
