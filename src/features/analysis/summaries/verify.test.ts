import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { chaptersFromStarts } from './verify.ts'

describe('chapters', () => {
  const segments = Array.from(
    { length: 10 },
    (_, at): TranscriptSegment => ({
      speaker: { name: 'Bob' },
      start: at,
      end: at + 1,
      words: [],
    }),
  )
  const start = (segment: number) => ({ title: `from ${segment}`, segment, spans: [] })
  const told = (...starts: number[]) =>
    chaptersFromStarts(segments, starts.map(start)).map((one) => [one.title, one.firstSegment, one.lastSegment])

  it('cover the conversation, whatever order and gaps they are told in', () => {
    expect(told(6, 2)).toEqual([
      ['from 2', 0, 5],
      ['from 6', 6, 9],
    ])
  })

  it('begin where there is a segment, each at its own', () => {
    expect(told(3, 3, 10, -1, 99)).toEqual([['from 3', 0, 9]])
    expect(told()).toEqual([])
  })
})
