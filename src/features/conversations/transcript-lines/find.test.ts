import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findOccurrences, normalizeQuery } from './find.ts'

const found = (text: string, wanted: string) =>
  findOccurrences(text, normalizeQuery(wanted)).map(({ start, end }) => [...text].slice(start, end).join(''))

describe('what stands in a text', () => {
  it.each([
    ['The price list. A PRICE.', 'price', ['price', 'PRICE']],
    ['Ein Café, cafe\u0301 und CAFE', 'cafe', ['Café'.slice(0, 4), 'cafe\u0301'.slice(0, 4), 'CAFE']],
    ['so 🚀 the café 🚀 café', 'Café', ['café', 'café']],
    ['ΟΔΟΣ οδός', 'οδος', ['ΟΔΟΣ', 'οδός']],
    ["it’s here, it's there", "IT'S", ['it’s', "it's"]],
    ['one\ntwo one  two', ' one two ', ['one\ntwo']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['anything', '   ', []],
    ['anything', '\u0301', []],
  ])('%j holds %j', (text, wanted, places) => {
    expect(found(text, wanted)).toEqual(places)
  })

  it('is told in order, beside each other, and is what was sought', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'A', 'é', 'E\u0301', 'ß', 'İ', '🚀', ' ', '\n', 'ς') })
    fc.assert(
      fc.property(letters, letters, (text, wanted) => {
        const places = findOccurrences(text, normalizeQuery(wanted))
        let behind = 0
        for (const { start, end } of places) {
          expect(start).toBeGreaterThanOrEqual(behind)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual([...text].length)
          behind = start
        }
      }),
    )
  })
})
