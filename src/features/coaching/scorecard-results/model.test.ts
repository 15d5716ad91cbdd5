import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isVerbatim, type Scored, summarize, toTurnTexts } from './model.ts'

const scored: fc.Arbitrary<Scored> = fc
  .record({
    min: fc.integer({ min: -1_000, max: 1_000 }),
    width: fc.integer({ min: 1, max: 1_000 }),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    weight: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true })),
  })
  .map(({ min, width, at, weight }) => ({ min, max: min + width, score: min + width * at, weight }))

describe('a summary', () => {
  it('lies between the lowest and the highest place, within 0 and 100', () => {
    fc.assert(
      fc.property(fc.array(scored, { minLength: 1, maxLength: 10 }), (scores) => {
        const { averageScore, min, max } = summarize(scores)
        expect(min).toBeGreaterThanOrEqual(0)
        expect(max).toBeLessThanOrEqual(100)
        expect(averageScore).toBeGreaterThanOrEqual(min)
        expect(averageScore).toBeLessThanOrEqual(max)
      }),
    )
  })

  it.each([
    [
      'the ends of a scale',
      [
        [1, 1, 5, 1],
        [5, 1, 5, 1],
      ],
      { averageScore: 50, min: 0, max: 100 },
    ],
    [
      'weights',
      [
        [1, 1, 5, 3],
        [5, 1, 5, 1],
      ],
      { averageScore: 25, min: 0, max: 100 },
    ],
    [
      'no weight at all',
      [
        [1, 1, 5, 0],
        [5, 1, 5, 0],
      ],
      { averageScore: 50, min: 0, max: 100 },
    ],
    [
      'an item that weighs nothing',
      [
        [1, 1, 5, 0],
        [5, 1, 5, 1],
      ],
      { averageScore: 100, min: 0, max: 100 },
    ],
    ['a third', [[1, 0, 3, 1]], { averageScore: 33.33, min: 33.33, max: 33.33 }],
    ['scales below zero', [[-5, -10, 0, 1]], { averageScore: 50, min: 50, max: 50 }],
  ] as const)('knows %s', (_, scores, expected) => {
    expect(summarize(scores.map(([score, min, max, weight]) => ({ score, min, max, weight })))).toEqual(expected)
  })
})

describe('evidence', () => {
  const said = (speaker: string, ...words: string[]) => ({
    speaker: { name: speaker },
    start: null,
    end: null,
    words: words.map((text) => ({ text, startTimestamp: null, endTimestamp: null })),
  })

  it('is any run of words of a turn, and nothing else', () => {
    const word = fc.constantFrom('we', 'begin', 'now', 'über', '🚀', 'so?')
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 12 }), fc.nat(), fc.nat(), (words, from, length) => {
        const start = from % words.length
        const quote = words.slice(start, start + 1 + (length % words.length)).join('  \n')
        const turns = toTurnTexts([said('Ann', 'hello'), ...words.map((one) => said('Bob', one)), said('Ann', 'bye')])
        expect(turns).toEqual(['hello', words.join(' '), 'bye'])
        expect(isVerbatim(turns, quote)).toBe(true)
        expect(isVerbatim(turns, `${quote} never`)).toBe(false)
        expect(isVerbatim(turns, `hello ${quote}`)).toBe(false)
      }),
    )
  })

  it('is never nothing', () => {
    expect(isVerbatim(['said'], ' ')).toBe(false)
    expect(isVerbatim([], 'said')).toBe(false)
  })
})
