/**
 * Whole sentences behind the segments of a conversation: which neighbors a quote needs, and what the speaker doesn't
 * assert. A sentence can continue after a signal of the listener, so it can be in two turns.
 */
import { isDisclaimed, isQualified, type Sentence, splitSentences } from '../../text/sentences/index.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** Range in the text of a segment, in UTF-16 units. */
export interface SegmentRange {
  readonly segment: number
  readonly from: number
  readonly to: number
}

export interface SentenceScopes {
  /** Ranges that a quote of the sentence at an offset of a segment needs to keep its meaning. */
  neededWith(segment: number, offset: number): SegmentRange[]
  /** Whether the speaker doesn't assert a range of a segment: denies, wishes, reports or withdraws it. */
  isDisclaimed(segment: number, from: number, to: number): boolean
}

export function createSentenceScopes(segments: readonly TranscriptSegment[]): SentenceScopes {
  const lines = segments.map((segment, index) => ({
    ...{ segment: index, speaker: segment.speaker.name, start: segment.start, end: segment.end },
    text: segmentText(segment),
  }))
  const sentences = splitSentences(lines)
  const bySegment = new Map<number, { sentence: Sentence; from: number; to: number }[]>()
  for (const sentence of sentences) {
    for (const { line, from, to } of sentence.pieces) {
      const known = bySegment.get(line)
      if (known === undefined) bySegment.set(line, [{ sentence, from, to }])
      else known.push({ sentence, from, to })
    }
  }
  const sentenceAt = (segment: number, offset: number): Sentence | undefined => {
    const all = bySegment.get(segment) ?? []
    return (all.find(({ to }) => offset < to) ?? all.at(-1))?.sentence
  }
  const toRanges = (sentence: Sentence | undefined): SegmentRange[] =>
    (sentence?.pieces ?? []).map(({ line, from, to }) => ({ segment: line, from, to }))
  return {
    neededWith(segment, offset) {
      const sentence = sentenceAt(segment, offset)
      if (sentence === undefined) return []
      const [previous, next] = [sentences[sentence.position - 1], sentences[sentence.position + 1]]
      return [
        ...toRanges(sentence),
        ...(isQualified(sentence, previous, undefined) ? toRanges(previous) : []),
        ...(isQualified(sentence, undefined, next) ? toRanges(next) : []),
      ]
    },
    isDisclaimed(segment, from, to) {
      const sentence = sentenceAt(segment, from)
      if (sentence === undefined) return false
      let offset = 0
      for (const piece of sentence.pieces) {
        if (piece.line === segment && piece.from <= from) {
          const at = { from: offset + from - piece.from, to: offset + Math.min(to, piece.to) - piece.from }
          return isDisclaimed(sentence, at, sentences[sentence.position - 1], sentences[sentence.position + 1])
        }
        offset += piece.to - piece.from + 1
      }
      return false
    },
  }
}
