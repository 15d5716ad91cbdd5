import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renumberCitations, toPassage } from './model.ts'

describe('marks of sources', () => {
  it.each([
    ['all told', 'A [1], b [2].', [1, 2], 'A [1], b [2].'],
    ['none told', 'A [1], b [2].', [], 'A, b.'],
    ['the first one hidden', 'A [1] [2], b[2][3].', [2, 3], 'A [1], b[1][2].'],
    ['other brackets', 'See [4], [2024], [x], [0], [01].', [1, 2, 3], 'See [4], [2024], [x], [0], [01].'],
  ])('with %s', (_, text, told, expected) => {
    expect(renumberCitations(text, 3, told)).toBe(expected)
  })

  it('always point at the item they meant', () => {
    fc.assert(
      fc.property(fc.subarray([1, 2, 3, 4, 5]), fc.array(fc.integer({ min: 1, max: 5 })), (told, marks) => {
        const text = renumberCitations(marks.map((mark) => `word [${mark}]`).join(' '), 5, told)
        const meant = [...text.matchAll(/\[(\d+)\]/g)].map(([, place]) => told[Number(place) - 1])
        expect(meant).toEqual(marks.filter((mark) => told.includes(mark)))
        expect(text.replaceAll(/ ?\[\d+\]/g, '')).toBe(marks.map(() => 'word').join(' '))
      }),
    )
  })
})

describe('a passage', () => {
  const word = (text: string, startTimestamp: number | null, endTimestamp: number | null) => ({
    text,
    startTimestamp,
    endTimestamp,
  })
  const segment = {
    speaker: { name: 'Bob' },
    start: 1,
    end: 4,
    words: [word('a', 1, 2), word('b', 2, 3), word('c', null, null)],
  }

  it.each([
    [undefined, { quote: 'a b c', start: 1, end: 4 }],
    [
      { first: 1, last: 1 },
      { quote: 'b', start: 2, end: 3 },
    ],
    [
      { first: 1, last: 2 },
      { quote: 'b c', start: 2, end: 4 },
    ],
  ])('of words %j', (range, expected) => {
    expect(toPassage(segment, range)).toEqual(expected)
  })
})
