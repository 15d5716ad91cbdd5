import { describe, expect, it } from 'vitest'
import { areShared, type TranscriptSegment, toSegmentsInput } from '../transcripts/index.ts'
import { cutSegments } from './cut-segments.ts'
import { cutTranscript } from './cut-transcript.ts'

/** Segments of about this many bytes of JSON. */
function createSegments(bytes: number, word: string): TranscriptSegment[] {
  const one = (at: number): TranscriptSegment => ({
    ...{ speaker: { name: at % 2 === 0 ? 'Ann' : 'Bob' }, start: at, end: at + 1 },
    words: [{ text: `${word} number ${at} is on the table.`, startTimestamp: at, endTimestamp: at + 1 }],
  })
  return Array.from({ length: Math.ceil(bytes / JSON.stringify(one(1_000)).length) }, (_, at) => one(at))
}
const share = (segments: readonly TranscriptSegment[]) => toSegmentsInput(JSON.stringify(segments))

describe('lines of segments', () => {
  it.each([1_000, 100_000])('are the same from %i bytes of JSON', async (bytes) => {
    const segments = createSegments(bytes, 'Budget')
    expect(areShared(await share(segments))).toBe(bytes > 10_000)
    expect(cutSegments(await share(segments))).toEqual(cutTranscript(segments))
  })

  it('are kept by content: the same words are split once, and changed words again', async () => {
    const segments = createSegments(100_000, 'Contract')
    const first = cutSegments(await share(segments))
    expect(cutSegments(await share(segments))).toBe(first)
    const [opening, ...others] = segments as [TranscriptSegment, ...TranscriptSegment[]]
    const masked = { ...opening, words: [{ text: '████', startTimestamp: 0, endTimestamp: 1 }] }
    expect(cutSegments(await share([masked, ...others])).lines[0]?.text).toBe('████')
  })

  it('of the least recently used transcripts are dropped', async () => {
    const used = await share(createSegments(100_000, 'Used'))
    const unused = await share(createSegments(100_000, 'Unused'))
    const [cut, dropped] = [cutSegments(used), cutSegments(unused)]
    for (let round = 0; round < 30; round++) {
      cutSegments(await share(createSegments(100_000, `Round ${round}`)))
      expect(cutSegments(used)).toBe(cut)
    }
    expect(cutSegments(unused)).not.toBe(dropped)
  })
})
