import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoteAround } from './quote-around.ts'

const quote = (text: string, phrase: string) => {
  const from = text.indexOf(phrase)
  return quoteAround(text, from, from + phrase.length)
}

describe('a quote around a phrase', () => {
  it('is the sentence of the phrase', () => {
    const text =
      'Then the real fix comes by Friday. And third, I go through all of them. By when, Mr. Lee, do we get it?'
    expect(quote(text, 'by Friday')).toBe('Then the real fix comes by Friday.')
    expect(quote(text, 'third')).toBe('And third, I go through all of them.')
    expect(quote(text, 'get')).toBe('By when, Mr. Lee, do we get it?')
  })

  it('has all sentences that the phrase touches', () => {
    expect(quote('Fine. The price. List it. Bye.', 'price. List')).toBe('The price. List it.')
  })

  it('ends with a long sentence, not in the middle of it', () => {
    const sentence = `And ${'very '.repeat(40)}late is the price of it all, ${'very '.repeat(40)}late.`
    expect(quote(`Yes. ${sentence} No.`, 'price')).toBe(sentence)
  })

  it('is cut between words where no sentence ends', () => {
    const long = quote(`${'before '.repeat(90)}🎉 price ${'behind '.repeat(90)}`, 'price')
    expect(long).toMatch(/^before (?:before )+🎉 price (?:behind )+behind$/)
    expect(long.length).toBeLessThan(260)
    expect(quote('🎉'.repeat(400), '🎉🎉')).toMatch(/^(?:🎉)+$/u)
  })

  it('is part of the text and contains the phrase, in any text', () => {
    const piece = fc.constantFrom(
      'Yes.',
      'the price',
      '🎉',
      'Mr. Lee',
      '価格は。',
      'really? ',
      '…',
      'x'.repeat(90),
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 30 }), (before, behind) => {
        const [start, end] = [before.join(' '), behind.join(' ')]
        const text = `${start} price ${end}`
        const quoted = quoteAround(text, start.length + 1, start.length + 6)
        expect(text).toContain(quoted)
        expect(quoted).toContain('price')
        expect(quoted.isWellFormed()).toBe(true)
        expect(quoted.length).toBeLessThanOrEqual(2 * 300 + 5)
      }),
    )
  })
})
