/** Words that somebody claims were said, looked up. */
import { z } from 'zod'
import type { Span } from '../gist/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

export interface NamedQuote {
  readonly segment: number
  readonly quote: string
}

/** The form in which a model names them. */
export const quotesAsked = (which: string) =>
  z
    .array(
      z.object({
        segment: z.int().describe('The number of the line.'),
        quote: z.string().describe('Copied from it.'),
      }),
    )
    .describe(which)

const QUOTE_MAX = 1_000
/** Letters and digits of a quote that is shorter than its segment. */
const QUOTE_MIN = 6
/** Segments around the named one in which a quote is looked for: models count badly. */
const NEAR = 2
const STEPS = [0, ...Array.from({ length: NEAR }, (_, i) => [i + 1, -i - 1]).flat()]

/** Where a quote stands in these segments; undefined when nobody said it there. */
export function spanFinder(segments: readonly TranscriptSegment[]): (named: NamedQuote) => Span | undefined {
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

/** The words of the quote in a row, as the text spells and parts them. */
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

/** Each once, in the order of the transcript. */
export function uniqueSpans(spans: readonly Span[]): Span[] {
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
