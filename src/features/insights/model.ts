/** Pure rules of insights. */
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/**
 * The text with its marks of sources, `[1]`, `[2]` …, counted through those that can still be told: the mark of one that
 * cannot is taken out. Other numbers in brackets are none of ours.
 * @param count how many sources the text was written with
 * @param told positions of those that can be told, in their order
 */
export function renumbered(text: string, count: number, told: readonly number[]): string {
  return text.replaceAll(/([ \t]*)\[([1-9]\d{0,5})\]/g, (whole, blank: string, position: string) => {
    if (Number(position) > count) return whole
    const place = told.indexOf(Number(position))
    return place === -1 ? '' : `${blank}[${place + 1}]`
  })
}

export interface Passage {
  readonly quote: string
  readonly start: number | null
  readonly end: number | null
}

/** Words of a segment, verbatim, with the times the transcript has for them. Without a range, all of them. */
export function passageOf(segment: TranscriptSegment, range: { first: number; last: number } | undefined): Passage {
  const words = range === undefined ? segment.words : segment.words.slice(range.first, range.last + 1)
  return {
    quote: segmentText({ words }),
    start: words[0]?.startTimestamp ?? segment.start,
    end: words.at(-1)?.endTimestamp ?? segment.end,
  }
}
