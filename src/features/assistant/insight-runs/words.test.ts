import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainly, wordsHolding } from './words.ts'

const segmentOf = (...words: string[]) => ({
  words: words.map((text) => ({ text, startTimestamp: null, endTimestamp: null })),
})

describe('the words that hold a quote', () => {
  it.each([
    ['a b', ['a', 'b', 'c'], { first: 0, last: 1 }],
    ['b c', ['a', 'b', 'c'], { first: 1, last: 2 }],
    ['ell', ['hello', 'world'], { first: 0, last: 0 }],
    ['o w', ['hello', 'world'], { first: 0, last: 1 }],
    ['one sentence', ['This is one sentence.'], { first: 0, last: 0 }],
    ['d', ['a', 'b'], undefined],
    ['', ['a'], undefined],
  ])('%j in %j', (quote, words, range) => {
    expect(wordsHolding(segmentOf(...words), quote)).toEqual(range)
  })

  it('hold all of it, and no word more than they need to', () => {
    const word = fc.string({ minLength: 1, maxLength: 6 }).filter((text) => !/\s/.test(text))
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), fc.nat(), fc.nat(), (words, from, length) => {
        const text = words.join(' ')
        const start = from % text.length
        const quote = text.slice(start, start + 1 + (length % (text.length - start)))
        fc.pre(quote.trim() === quote)
        const { first, last } = wordsHolding(segmentOf(...words), quote) ?? { first: 0, last: -1 }
        expect(words.slice(first, last + 1).join(' ')).toContain(quote)
        for (const fewer of [words.slice(first + 1, last + 1), words.slice(first, last)]) {
          expect(fewer.join(' ')).not.toContain(quote)
        }
      }),
    )
  })
})

describe('what people said, within a text of ours', () => {
  it('is one line, and forges no mark', () => {
    expect(plainly('see [1]\n\n- and\u0000 [22] \ud800')).toBe('see (1) - and (22) �')
  })
})
