import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findQuote } from './quotes.ts'

describe('a quote', () => {
  it.each([
    ['the words as they are', 'we take sixty scanners', 'we take sixty scanners'],
    ['another case and other signs between', 'WE TAKE, sixty “scanners”', 'we take sixty scanners'],
    ['a part of a word at its end', 'we take sixty scan', undefined],
    ['other words', 'we take eighty scanners', undefined],
    ['the words in another order', 'sixty scanners we take', undefined],
    ['words left out', 'we sixty scanners', undefined],
    ['too little to tell anything', 'we', undefined],
    ['no word at all', '…', undefined],
  ])('of %s', (_, quote, found) => {
    expect(findQuote('So we take sixty scanners, then.', quote)).toBe(found)
  })

  it('may be short where nothing else was said', () => {
    expect(findQuote('Yes.', 'yes')).toBe('Yes.')
    expect(findQuote('Yes, of course we do.', 'yes')).toBeUndefined()
  })

  it('is found in its text, and what is found stands in the text', () => {
    const text = fc
      .array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 20 })
      .map((words) => words.join(' '))
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (said, from, length) => {
        const found = findQuote(said, said.slice(from % (said.length + 1)).slice(0, length % 60))
        expect(found === undefined || said.includes(found)).toBe(true)
      }),
    )
  })
})
