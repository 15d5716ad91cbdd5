import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { extractTerms } from '../../../core/terms.ts'
import { findMarks } from './marks.ts'
import { bestQuote, computeTermWeights, QUOTE_MAX } from './quote.ts'

const lines = (...texts: string[]) => {
  const [first = { text: '' }, ...others] = texts.map((text) => ({ text }))
  return [first, ...others] as const
}
const telling = (question: string, among: readonly string[]) => computeTermWeights(extractTerms(question), among)
const quoted = (question: string, ...texts: string[]) => bestQuote(lines(...texts), telling(question, texts))
/** The words that are highlighted, cut out the way a reader of the answer does. */
const highlighted = ({ text, highlights }: { text: string; highlights: readonly { start: number; end: number }[] }) =>
  highlights.map(({ start, end }) => [...text].slice(start, end).join(''))

describe('the words that were asked for', () => {
  const marked = (text: string, question: string) =>
    findMarks(text, new Set(extractTerms(question))).map(({ start, end }) => text.slice(start, end))

  it.each([
    ['We priced it. PRICES, pricing!', 'price', ['priced', 'PRICES', 'pricing']],
    ["The team's price isn't in it", 'team isnt', ["team's", "isn't"]],
    ['Ein Café in der Straße', 'cafe straße', ['Café', 'Straße']],
    ['well-known', 'known', ['known']],
    ['新しい価格表を見せて', '価格表', ['価格', '格表']],
    ['🚀 launch 🚀', 'launch', ['launch']],
    ['nothing here', 'price', []],
  ])('stand in %j', (text, question, words) => expect(marked(text, question)).toEqual(words))
})

describe('a quote', () => {
  it('is the line that holds most of what was asked for', () => {
    const quote = quoted(
      'budget of the launch',
      'Good morning.',
      'The launch is late.',
      'The launch budget is 🚀 small.',
    )
    expect([quote.text, highlighted(quote)]).toEqual(['The launch budget is 🚀 small.', ['launch', 'budget']])
  })

  it('takes rarer words for more than words that are everywhere', () => {
    const quote = quoted(
      'price seat',
      'The price is high.',
      'The price is low.',
      'A seat is free now.',
      'The price stays.',
    )
    expect(quote.text).toBe('A seat is free now.')
  })

  it('takes the longer line where both hold the same, and the first of the same', () => {
    expect(quoted('price', 'Price.', 'The price is ten a month.', 'Yeah.').text).toBe('The price is ten a month.')
    const same = lines('Ten a month.', 'Ten a month.')
    expect(bestQuote(same, telling('price', [])).line).toBe(same[0])
  })

  it('prefers whom was asked for', () => {
    const texts = lines('The price is low, is it not?', 'The price is high.')
    const quote = bestQuote(texts, telling('price', ['price']), (line) => line === texts[1])
    expect(quote.text).toBe('The price is high.')
  })

  it('of a long line is the sentence or two that hold most', () => {
    const before = 'We began with other things that nobody asked about. '.repeat(8)
    const after = ' And then we went on to yet another matter that is long.'.repeat(8)
    const quote = quoted('budget launch', `${before}The budget is small. The launch is late.${after}`)
    expect(quote.text).toContain('The budget is small. The launch is late.')
    expect(quote.text.length).toBeLessThanOrEqual(QUOTE_MAX)
    expect(highlighted(quote)).toEqual(['budget', 'launch'])
  })

  it('of a line without sentences is cut between words, around what was asked for', () => {
    const text = `${'and so on '.repeat(60)}the budget ${'and so on '.repeat(60)}`.trim()
    const quote = quoted('budget', text)
    expect(quote.text).toMatch(/^(so on|and so|on and).* the budget .*(and|so|on)$/)
    expect(quote.text.length).toBeLessThanOrEqual(QUOTE_MAX)
    expect(highlighted(quote)).toEqual(['budget'])
  })

  it('of a line without blanks is cut between characters', () => {
    const text = `${'あ'.repeat(700)}価格${'🚀'.repeat(700)}`
    const quote = quoted('価格', text)
    expect([quote.text.length <= QUOTE_MAX, quote.text.isWellFormed(), highlighted(quote)]).toEqual([
      true,
      true,
      ['価格'],
    ])
  })

  const word = fc.constantFrom(
    'price',
    'Prices',
    'seat',
    'the',
    "it's",
    '価格表',
    '🚀',
    '\u{1d400}',
    'ﬁne',
    '.',
    '!',
    '\n',
    'e\u0301',
  )
  const text = fc
    .array(fc.tuple(word, fc.constantFrom(' ', ' ', ' ', '', '. ')), { minLength: 1, maxLength: 200 })
    .map((parts) => parts.flat().join('').trim() || 'x')

  it('is verbatim, no longer than it may be, and its highlights are words of the question, in order, apart', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const wanted = new Set(extractTerms("price seat it's 価格表"))
        const quote = quoted("price seat it's 価格表", ...texts)
        expect(texts).toContain(quote.line.text)
        expect(quote.line.text.includes(quote.text)).toBe(true)
        expect(quote.text).not.toBe('')
        expect(quote.text.length).toBeLessThanOrEqual(QUOTE_MAX)
        expect(quote.text.isWellFormed()).toBe(true)
        let last = -1
        for (const { start, end } of quote.highlights) {
          expect(start > last && end > start && end <= [...quote.text].length).toBe(true)
          last = end
        }
        for (const one of highlighted(quote)) expect(extractTerms(one).some((term) => wanted.has(term))).toBe(true)
      }),
    )
  })
})
