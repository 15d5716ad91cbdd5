/** Pure rules of insights. */
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/**
 * Renumbers the citations `[1]`, `[2]` of a text to the sources that the reader can access. Citations of other sources
 * are removed. Numbers in brackets above `count` aren't citations and stay.
 * @param count number of sources that the text was written with
 * @param positions positions of the accessible sources, in order
 */
export function renumberCitations(text: string, count: number, positions: readonly number[]): string {
  return text.replaceAll(/([ \t]*)\[([1-9]\d{0,5})\]/g, (whole, blank: string, position: string) => {
    if (Number(position) > count) return whole
    const place = positions.indexOf(Number(position))
    return place === -1 ? '' : `${blank}[${place + 1}]`
  })
}

export interface QuotedPassage {
  readonly quote: string
  readonly start: number | null
  readonly end: number | null
}

/** Verbatim words of a segment with their times. Without a range, the whole segment. */
export function toPassage(
  segment: TranscriptSegment,
  range: { first: number; last: number } | undefined,
): QuotedPassage {
  const words = range === undefined ? segment.words : segment.words.slice(range.first, range.last + 1)
  return {
    quote: segmentText({ words }),
    start: words[0]?.startTimestamp ?? segment.start,
    end: words.at(-1)?.endTimestamp ?? segment.end,
  }
}
