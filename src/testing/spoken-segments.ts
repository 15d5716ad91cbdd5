/** Segments of a transcript for tests of the words that comments are tied to. */
import type { TranscriptSegment } from '../features/text/transcripts/index.ts'

/** Sentences of ten seconds each; with times of words if `timed` is `words`. */
export function said(texts: readonly string[], timed: 'no' | 'sentences' | 'words' = 'sentences'): TranscriptSegment[] {
  return texts.map((text, index) => {
    const start = timed === 'no' ? null : index * 10
    const words = timed === 'words' ? text.split(' ') : [text]
    return {
      speaker: { name: index % 2 === 0 ? 'Bob' : 'Ann' },
      start,
      end: start === null ? null : start + 9,
      words: words.map((word, at) => ({
        text: word,
        startTimestamp: timed === 'words' ? index * 10 + at : start,
        endTimestamp: timed === 'words' ? index * 10 + at + 1 : start === null ? null : start + 9,
      })),
    }
  })
}

export const TALK = [
  'Shall we begin?',
  'The price is forty six dollars a seat.',
  'Sixty seats, then, for two years.',
  'Yes.',
]
