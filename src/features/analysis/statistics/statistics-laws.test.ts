/** What holds of every talk, and how long one takes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectNoSquare } from '../../../testing/growth.ts'
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import { computeStatistics } from './statistics.ts'

const time = fc.option(fc.double({ min: 0, max: 5_000, noNaN: true }), { freq: 8 })
const text = fc.oneof(
  fc.constantFrom('Right.', 'Yeah?', 'What does it cost?', 'Twelve, I think.', "I don't know.", '…', '', '価格は？'),
  fc
    .array(fc.constantFrom('so', 'the', 'price?', 'is', 'twelve.', 'euros'), { maxLength: 30 })
    .map((words) => words.join(' ')),
)
const segment = fc
  .record({
    name: fc.constantFrom('', 'Ann', 'Bob', 'Art'),
    internal: fc.constantFrom(undefined, true, false),
    text,
    start: time,
    length: fc.option(fc.double({ min: -1, max: 60, noNaN: true }), { freq: 8 }),
    byWord: fc.boolean(),
  })
  .map(({ name, internal, text: said, start, length, byWord }): TranscriptSegment => {
    const end = start === null || length === null ? null : start + length
    const words = byWord ? said.split(' ') : [said]
    const step = end === null || start === null ? null : (end - start) / words.length
    return {
      speaker: { name, ...(internal === undefined ? {} : { internal }) },
      start,
      end,
      words: words.map((word, at) => ({
        text: word,
        startTimestamp: start === null || step === null ? start : start + at * step,
        endTimestamp: start === null || step === null ? null : start + (at + 1) * step,
      })),
    }
  })

const SLACK = 0.002

const spoken = (name: string, start: number): TranscriptSegment => ({
  ...{ speaker: { name }, start, end: null },
  words: [{ text: 'Right.', startTimestamp: null, endTimestamp: null }],
})

describe('every talk', () => {
  it('has shares of one whole, no more talk than time, and no number that is none', () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 40 }), (segments) => {
        const told = computeStatistics(segments)
        if (told === null) return
        JSON.stringify(told, (_, value) => {
          if (typeof value === 'number') expect(Number.isFinite(value) && value >= 0).toBe(true)
          return value
        })
        const { speakers, duration } = told
        const shares = (of: (one: (typeof speakers)[number]) => number | null) =>
          speakers.reduce((sum, one) => sum + (of(one) ?? 0), 0)
        expect(shares(({ wordShare }) => wordShare)).toBeLessThanOrEqual(1 + SLACK)
        expect(shares(({ talkShare }) => talkShare)).toBeLessThanOrEqual(1 + SLACK)
        expect(shares(({ words }) => words)).toBeLessThanOrEqual(told.words)
        expect(told.questionsAnswered ?? 0).toBeLessThanOrEqual(told.questionsAsked ?? 0)
        expect(told.interactivity ?? 0).toBeLessThanOrEqual(10)
        if (duration === null) {
          expect([told.silence, told.patience, told.interactivity]).toEqual([null, null, null])
          return
        }
        for (const { talkTime, longestMonologue } of speakers) {
          expect(talkTime).toBeLessThanOrEqual(duration + SLACK)
          expect(longestMonologue?.duration ?? 0).toBeLessThanOrEqual(duration + SLACK)
        }
        expect(told.silence).toBeLessThanOrEqual(duration + SLACK)
        expect(told.longestSilence).toBeLessThanOrEqual((told.silence ?? 0) + SLACK)
        expect(told.silenceShare).toBeLessThanOrEqual(1)
      }),
      { numRuns: 300 },
    )
  })

  it('is the same talk when all of it happens an hour later', () => {
    const timed = segment.map((one) => ({ ...one, start: one.start === null ? null : Math.round(one.start) }))
    fc.assert(
      fc.property(fc.array(timed, { maxLength: 20 }), (segments) => {
        const whole = segments.map((one) => ({
          ...one,
          end: one.start === null ? null : one.start + 3,
          words: [
            { text: one.words.map(({ text: word }) => word).join(' '), startTimestamp: null, endTimestamp: null },
          ],
        }))
        const later = whole.map(({ start, end, ...one }) => ({
          ...one,
          start: start === null ? null : start + 3_600,
          end: end === null ? null : end + 3_600,
        }))
        const still = (told: ReturnType<typeof computeStatistics>) =>
          JSON.stringify(told, (key, value) => (key === 'start' || key === 'end' ? null : value))
        expect(still(computeStatistics(later))).toBe(still(computeStatistics(whole)))
      }),
      // 62.5 % of a bar, which an error of the last digit rounds to 62 or 63.
      {
        numRuns: 100,
        examples: [[[spoken('', 45), { ...spoken('Art', 0), speaker: { name: 'Art', internal: false } }]]],
      },
    )
  })
})

describe('a hostile one', () => {
  const said = (text: string, at: number): TranscriptSegment => ({
    speaker: { name: `P${at % 7}` },
    start: at,
    end: at + 3,
    words: [{ text, startTimestamp: at, endTimestamp: at + 3 }],
  })
  it.each<[string, number, (size: number) => TranscriptSegment[]]>([
    ['points', 1_000_000, (size) => [said(`${'.'.repeat(size)}x`, 0)]],
    ['question marks', 1_000_000, (size) => [said('?'.repeat(size), 0), said('a? '.repeat(size / 10), 1)]],
    ['segments', 32_000, (size) => Array.from({ length: size }, (_, at) => said('Yes, we do?', size - at))],
    ['a sentence without end', 200_000, (size) => [said('word '.repeat(size), 0), said(`${' '.repeat(4 * size)}?`, 1)]],
  ])('of %s takes no time that grows with its square', (_, size, segments) => {
    expectNoSquare(size, (many) => computeStatistics(segments(many)))
  })
})
