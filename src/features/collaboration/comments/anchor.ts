/**
 * Ties comments to words of a transcript. A comment stores the words as they were, with their place in one version.
 * `locate.ts` finds them in the current version. Pure functions.
 */
import { codePoints } from '../../../core/wire.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** Range of words: segments from 0, offsets in code points of the segment's text, `lastOffset` exclusive. */
export interface WordRange {
  readonly firstSegment: number
  readonly firstOffset: number
  readonly lastSegment: number
  readonly lastOffset: number
}

/** Words with their place in a transcript. */
export interface QuotedWords {
  readonly range: WordRange
  readonly quote: string
  /** Name of the first speaker. Empty if unknown. */
  readonly speaker: string
  /** Seconds from the start of the recording. Null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
}

/**
 * `unchanged`: the words are in the current transcript. `edited`: most of them are. `removed`: they aren't, so only the time
 * is known.
 */
export type WordsStatus = 'unchanged' | 'edited' | 'removed'

export type LocatedWords = (QuotedWords & { readonly status: 'unchanged' | 'edited' }) | { readonly status: 'removed' }

/** Text between two offsets in code points. */
function slice(text: string, from: number, to?: number): string {
  const start = unitAt(text, 0, from)
  return text.slice(start, to === undefined ? undefined : unitAt(text, start, to - from))
}

/** Position in UTF-16 units that is some code points after another one. Copies nothing: a segment can be very long. */
function unitAt(text: string, start: number, points: number): number {
  let unit = start
  for (let left = points; left > 0 && unit < text.length; left--) unit += (text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1
  return unit
}

/** Reads the words of a range. @returns undefined if the range is outside of the transcript or has no words */
export function readWords(segments: readonly TranscriptSegment[], range: WordRange): QuotedWords | undefined {
  const { firstSegment, firstOffset, lastSegment, lastOffset } = range
  const [first, last] = [segments[firstSegment], segments[lastSegment]]
  if (first === undefined || last === undefined || lastSegment < firstSegment) return undefined
  if (lastOffset > codePoints(segmentText(last))) return undefined
  const texts = segments.slice(firstSegment, lastSegment + 1).map((segment, index, all) => {
    const to = index === all.length - 1 ? lastOffset : undefined
    return slice(segmentText(segment), index === 0 ? firstOffset : 0, to).trim()
  })
  const quote = texts.filter((text) => text !== '').join(' ')
  if (quote === '') return undefined
  const start = timeAt(first, firstOffset, 'start')
  const end = timeAt(last, lastOffset - 1, 'end')
  // Words of a source can end before they start.
  return {
    range,
    quote,
    speaker: first.speaker.name,
    start,
    end: end === null || start === null ? start : Math.max(start, end),
  }
}

/** Time of the word at an offset, or of the segment if its words have no times. */
function timeAt(segment: TranscriptSegment, offset: number, side: 'start' | 'end'): number | null {
  const [of, whole] =
    side === 'start' ? (['startTimestamp', segment.start] as const) : (['endTimestamp', segment.end] as const)
  let position = 0
  for (const word of segment.words) {
    position += codePoints(word.text) + 1
    if (offset < position) return word[of] ?? whole
  }
  return whole
}

/** Whole segment that is spoken at a time; the later one of simultaneous ones. @returns undefined if nobody speaks then */
export function wordsAt(segments: readonly TranscriptSegment[], second: number): QuotedWords | undefined {
  const at = segments.findLastIndex(
    ({ start, end }) => start !== null && start <= second && second <= Math.max(end ?? start, start),
  )
  const segment = segments[at]
  if (segment === undefined) return undefined
  const lastOffset = codePoints(segmentText(segment))
  return readWords(segments, { firstSegment: at, firstOffset: 0, lastSegment: at, lastOffset })
}

/** Words spoken in a part of the recording. @returns undefined if nothing is */
export function wordsBetween(
  segments: readonly TranscriptSegment[],
  start: number,
  end: number,
): QuotedWords | undefined {
  const places: { segment: number; from: number; to: number }[] = []
  for (const [index, segment] of segments.entries()) {
    let position = 0
    for (const word of segment.words) {
      const length = codePoints(word.text)
      const from = word.startTimestamp ?? segment.start
      const to = word.endTimestamp ?? segment.end ?? from
      const isWithin =
        from !== null && to !== null && from < Math.max(end, start + 0.001) && (to > start || from === start)
      if (isWithin && word.text.trim() !== '') places.push({ segment: index, from: position, to: position + length })
      position += length + 1
    }
  }
  // Simultaneous speech can be stored in any order.
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return readWords(segments, {
    firstSegment: first.segment,
    firstOffset: first.from,
    lastSegment: last.segment,
    lastOffset: last.to,
  })
}
