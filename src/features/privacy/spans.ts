import type { MaskedSpan } from '../redaction/index.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

const MASK = /\[[A-Z][A-Z0-9_ ]{0,31}\]/g

/**
 * Where masks stand when a transcript is masked again: the new ones, and those of before, which may have moved. They
 * keep their order among themselves, so the masks of a segment that are not new are theirs, one after the other.
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

/** The word of a segment in which a place of its text lies. */
function wordAt({ words }: TranscriptSegment, place: number): number {
  let start = 0
  for (const [index, { text }] of words.entries()) {
    if (place < start + text.length + 1) return index
    start += text.length + 1
  }
  return Math.max(0, words.length - 1)
}
