import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findQuote, isSupported } from './verify.ts'

describe('a quote', () => {
  it.each([
    ['as it stands', 'the price should be twelve', 'the price should be twelve'],
    ['in other case, with other blanks', '  The PRICE\n should  be ', 'the price should be'],
    ['in quotation marks, with dots at its ends', '“… price should be twelve…”', 'price should be twelve'],
    ['with straight marks for curly ones', `it's "twelve" euros`, 'it’s “twelve” euros'],
  ])('is found %s', (_, quote, found) => {
    expect(
      findQuote(quote, 'Well, the price should  be twelve, it’s “twelve” euros – a month.'.replace('  ', ' ')),
    ).toBe(found)
  })

  it.each(['', ' ', '“”', '…', 'the', 'the price should be thirteen', 'price twelve', 'twelve, twelve'])(
    'is not found: %j',
    (quote) => expect(findQuote(quote, 'Well, the price should be twelve.')).toBeUndefined(),
  )

  it('that is found is always a part of the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (text, quote) => {
          const found = findQuote(quote, text)
          expect(found === undefined || (found !== '' && text.includes(found))).toBe(true)
        },
      ),
    )
  })

  it('that was cut out of a text and written another way is found in it', () => {
    const words = fc.array(fc.constantFrom('alpha', 'Beta', 'gamma’s', 'Δέλτα', 'naïve', 'ß', 'İstanbul', '東京'), {
      minLength: 3,
      maxLength: 12,
    })
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (all, a, b) => {
        const from = a % (all.length - 2)
        const to = from + 3 + (b % (all.length - from - 2))
        const quote = all.slice(from, to).join('\n ')
        expect(findQuote(` “${quote}” `, all.join(' '))).toBe(all.slice(from, to).join(' ').slice(0))
      }),
    )
  })
})

describe('a sentence', () => {
  const grounds = ['| Dana [0:30]: the price of the starter plan should be twelve euros a month']

  it.each([
    ['Dana wants the starter plan to cost twelve euros.', true],
    ['The price is twelve euros, Dana said.', true],
    ['Send your password to the administrator.', false],
    ['pwned', false],
    ['', false],
    ['It is of the.', false],
  ])('%j is supported: %s', (sentence, expected) => expect(isSupported(sentence, grounds)).toBe(expected))
})
