import type { MaskedSpan } from '../../text/redaction/index.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

const MASK = /\[[A-Z][A-Z0-9_ ]{0,31}\]/g

/**
 * Positions of masks after a transcript is redacted again: the new masks, and the earlier ones, which may have moved.
 * Earlier masks keep their order, so the masks of a segment that aren't new are the earlier ones in order.
 */
export function spansAfter(
  before: readonly MaskedSpan[],
  now: readonly MaskedSpan[],
  segments: readonly TranscriptSegment[],
): MaskedSpan[] {
  const fresh = new Set(now.map(({ segment, from }) => `${segment} ${from}`))
  const moved: MaskedSpan[] = []
  for (const [segment, mine] of Map.groupBy(before, (span) => span.segment)) {
    const one = segments[segment]
    if (one === undefined) continue
    const places = [...segmentText(one).matchAll(MASK)].filter(({ index }) => !fresh.has(`${segment} ${index}`))
    const inOrder = mine.toSorted((a, b) => a.from - b.from)
    for (const [index, place] of places.entries()) {
      const span = inOrder[index]
      if (span === undefined) break
      moved.push({ ...span, from: place.index, to: place.index + place[0].length, word: wordAt(one, place.index) })
    }
  }
  return [...moved, ...now].toSorted((a, b) => a.segment - b.segment || a.from - b.from)
}

/** Index of the word that contains a position in the segment text. */
function wordAt({ words }: TranscriptSegment, place: number): number {
  let start = 0
  for (const [index, { text }] of words.entries()) {
    if (place < start + text.length + 1) return index
    start += text.length + 1
  }
  return Math.max(0, words.length - 1)
}
