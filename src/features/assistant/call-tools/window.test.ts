import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../../core/language-model.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { printPlace, readPlace, segmentAt, sliceTranscript, type TranscriptWindow, type WindowPlace } from './window.ts'

const segment = (text: string, start: number | null = null): TranscriptSegment => ({
  speaker: { name: 'Bob' },
  start,
  end: start === null ? null : start + 1,
  words: [{ text, startTimestamp: null, endTimestamp: null }],
})

function windowsOf(all: readonly TranscriptSegment[], limits: { tokens: number; count: number }): TranscriptWindow[] {
  const windows: TranscriptWindow[] = []
  for (let from: WindowPlace | undefined = { segment: 0, offset: 0 }; from !== undefined; ) {
    const window = sliceTranscript(all, from, limits)
    windows.push(window)
    from = window.next
  }
  return windows
}

describe('windows', () => {
  it('tell all that was said, in order, each within its bounds', () => {
    const said = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
      fc.nat(3_000).map((length) => '会'.repeat(length + 1)),
    )
    fc.assert(
      fc.property(fc.array(said, { maxLength: 30 }), fc.integer({ min: 1, max: 8 }), (texts, count) => {
        const limits = { tokens: 500, count }
        const windows = windowsOf(
          texts.map((text) => segment(text)),
          limits,
        )
        const told = new Map<number, string>()
        for (const { segments } of windows) {
          expect(segments.length).toBeLessThanOrEqual(count)
          expect(estimateTokens(JSON.stringify(segments))).toBeLessThanOrEqual(limits.tokens + 10)
          for (const { segment: at, text } of segments) {
            told.set(at, (told.get(at) ?? '') + text.replace(/^\[…\] /, '').replace(/ \[…\]$/, ''))
          }
        }
        expect([...told.values()]).toEqual(texts)
        expect([...told.keys()]).toEqual(texts.map((_, index) => index))
      }),
      { numRuns: 60 },
    )
  })

  it('say where a segment is cut, and go on in it', () => {
    const [first, second] = windowsOf([segment('a'.repeat(2_000))], { tokens: 500, count: 5 })
    expect(first?.segments).toHaveLength(1)
    expect(first?.segments[0]?.text).toMatch(/^a+ \[…\]$/)
    expect(second?.segments[0]?.text).toMatch(/^\[…\] a+/)
  })

  it('begin at the first segment that is not over', () => {
    const all = [segment('a', 0), segment('b', 10), segment('c', 20)]
    const found = [0, 0.5, 1, 10.5, 12, 20.9].map((seconds) => segmentAt(all, seconds))
    expect(found).toEqual([0, 0, 1, 1, 2, 2].map((index) => ({ segment: index, offset: 0 })))
    expect(segmentAt(all, 21)).toBe('time_after_end')
    expect(segmentAt([segment('a')], 0)).toBe('untimed')
    expect(segmentAt([], 5)).toEqual({ segment: 0, offset: 0 })
  })
})

describe('a place', () => {
  it('is read as it was printed', () => {
    expect(readPlace(printPlace(3, { segment: 12, offset: 4_000 }))).toEqual({ version: 3, segment: 12, offset: 4_000 })
  })

  it.each(['', 'x', Buffer.from('1 2').toString('base64url'), Buffer.from('1 2 -3').toString('base64url')])(
    'is not %j',
    (cursor) => expect(() => readPlace(cursor)).toThrow(expect.objectContaining({ code: 'validation_failed' })),
  )
})
