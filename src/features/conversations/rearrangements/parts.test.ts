import { describe, expect, it } from 'vitest'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { cutPart, findEnd, hasTimes, joinParts, outlinePart, renameUnnamed, type TranscriptPart } from './parts.ts'

const line = (name: string, text: string, start: number | null, end: number | null = start): TranscriptSegment => ({
  speaker: { name },
  start,
  end,
  words: [{ text, startTimestamp: start, endTimestamp: end }],
})
const V1 = (...segments: TranscriptSegment[]): TranscriptPart => ({ form: 'V1', segments })
const words = (segments: readonly TranscriptSegment[]) => segments.map(({ words: [first] }) => first?.text)

describe('joining', () => {
  it('shifts the later lines, and their words', () => {
    const joined = joinParts(V1(line('Ann', 'One', 0, 1.5)), V1(line('Bob', 'Two', 0.1, 2)), 10.2)
    expect(joined.segments[1]).toEqual(line('Bob', 'Two', 10.3, 12.2))
    expect(findEnd(joined)).toBe(12.2)
  })

  it('keeps times of words only if both have them', () => {
    const timed: TranscriptSegment = {
      ...line('Ann', 'One', 0, 2),
      words: ['One', 'two'].map((text, at) => ({ text, startTimestamp: at, endTimestamp: at + 1 })),
    }
    const both = { form: 'V2', segments: [timed] } as const
    expect(joinParts(both, both, 5).form).toBe('V2')
    const mixed = joinParts(both, V1(line('Bob', 'Three', 0, 1)), 5)
    expect(mixed.form).toBe('V1')
    expect(mixed.segments[0]?.words).toEqual([{ text: 'One two', startTimestamp: 0, endTimestamp: 2 }])
  })

  it('leaves lines without times without times', () => {
    const untimed = V1(line('Ann', 'One', null))
    expect(hasTimes(untimed)).toBe(false)
    expect(joinParts(untimed, untimed, 0).segments).toEqual([...untimed.segments, ...untimed.segments])
  })

  it('gives speakers that a recognizer named the same in both calls different names', () => {
    const first = V1(line('Speaker 1', 'One', 0), line('Ann', 'Two', 1))
    const second = V1(line('Speaker 1', 'Three', 0), line('Speaker 2', 'Four', 1), line('Ann', 'Five', 2))
    const names = (part: TranscriptPart) => outlinePart(part.segments, {}).names
    expect([...renameUnnamed(names(first), names(second))]).toEqual([['Speaker 1', 'Speaker 3']])
    expect(joinParts(first, second, 5).segments.map(({ speaker }) => speaker.name)).toEqual([
      ...['Speaker 1', 'Ann'],
      ...['Speaker 3', 'Speaker 2', 'Ann'],
    ])
  })
})

describe('cutting', () => {
  it('starts the later lines at 0, so that joining them again returns the same lines', () => {
    const part = V1(line('Ann', 'One', 1, 2), line('Bob', 'Two', 3.125, 4), line('Ann', 'Three', 4, 5))
    const { first, second, seconds } = cutPart(part, 1)
    expect([words(first.segments), words(second.segments), seconds]).toEqual([['One'], ['Two', 'Three'], 3.125])
    expect(second.segments[0]?.start).toBe(0)
    expect(joinParts(first, second, seconds)).toEqual(part)
  })

  it('is outlined as it is done, at a line and at a time', () => {
    const part = V1(line('Ann', 'One', 1, 2), line('Bob', 'Two', 3.125, 4), line('Ann', 'Three', 4, 5))
    const cut = { segment: 1, seconds: 3.125, firstEnd: 2 }
    expect(outlinePart(part.segments, { segment: 1 })).toEqual({
      ...{ count: 3, isTimed: true, end: 5, names: ['Ann', 'Bob'], cut },
    })
    expect(outlinePart(part.segments, { atSeconds: 2.5 }).cut).toEqual(cut)
    for (const place of [{}, { segment: 0 }, { segment: 3 }, { atSeconds: 0 }, { atSeconds: 9 }])
      expect(outlinePart(part.segments, place).cut).toBeUndefined()
  })
})
