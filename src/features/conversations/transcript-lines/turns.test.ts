import { expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { listTurns } from './turns.ts'

const segment = (name: string, start: number | null, end: number | null, words = 1): TranscriptSegment => ({
  speaker: { name },
  ...{ start, end },
  words: Array.from({ length: words }, () => ({ text: 'word', startTimestamp: null, endTimestamp: null })),
})
const speakers = [{ name: 'Ann' }, { name: 'Bob' }]

it('joins lines of one speaker until another one speaks, or until a pause', () => {
  const segments = [
    ...[segment('Ann', 0, 4), segment('Ann', 5, 9), segment('Bob', 9, 10), segment('Ann', 10, 12)],
    segment('Ann', 20, 21),
  ]
  expect(listTurns(segments, speakers)).toEqual([
    { speaker: 0, segment: 0, start: 0, end: 9 },
    { speaker: 1, segment: 2, start: 9, end: 10 },
    { speaker: 0, segment: 3, start: 10, end: 12 },
    { speaker: 0, segment: 4, start: 20, end: 21 },
  ])
})

it('omits lines without a time, estimates a missing end from the words, and sorts by time', () => {
  const segments = [segment('Bob', 30, null, 10), segment('Ann', null, null), segment('Zoe', 2, 1)]
  expect(listTurns(segments, speakers)).toEqual([
    { speaker: -1, segment: 2, start: 2, end: 2 },
    { speaker: 1, segment: 0, start: 30, end: 34 },
  ])
})
