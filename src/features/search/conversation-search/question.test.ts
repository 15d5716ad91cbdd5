import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../testing/any-text.ts'
import { expectNoSquare } from '../../../testing/growth.ts'
import { readQuestion } from './question.ts'

const read = (asked: string) => {
  const { terms, phrases, without, speakers } = readQuestion(asked)
  return { terms, phrases, without, speakers }
}
const plain = { phrases: [], without: [], speakers: [] }

describe('a question', () => {
  it('in plain language is looked for by what it is about', () => {
    expect(read('What did Anna say about the pricing?')).toEqual({ ...plain, terms: ['anna', 'price'] })
    expect(readQuestion('What did Anna say about the pricing?')).toMatchObject({
      text: 'What did Anna say about the pricing?',
      core: 'Anna pricing',
    })
  })

  it('that has only asking words is looked for by those', () => {
    expect(read('Summarize the whole meeting').terms).toEqual(['summar', 'whole', 'meet'])
  })

  it('tells words in a row by quotes of any form', () => {
    for (const asked of ['"go live" budget', '“go live” budget', '„go live“ budget']) {
      expect(read(asked)).toEqual({ ...plain, terms: ['go', 'live', 'budget'], phrases: [['go', 'live']] })
    }
  })

  it('tells what must not be there by a dash', () => {
    expect(read('price -discount -"per seat" -well-known')).toEqual({
      ...plain,
      terms: ['price'],
      without: [['discount'], ['per', 'seat'], ['well', 'known']],
    })
  })

  it('tells who speaks, in any case', () => {
    expect(read('speaker:Anna Speaker:"Bob ÖZ" price')).toEqual({
      ...plain,
      terms: ['price'],
      speakers: ['anna', 'bob öz'],
    })
    expect(readQuestion('speaker:Anna').text).toBe('')
  })

  it.each([
    ['5" pipe and 6" pipe', ['5', 'pipe', '6', 'pipe']],
    ['"open end', ['open', 'end']],
    ['a well-known price', ['well', 'known', 'price']],
    ['- -- -5 % margin', ['5', 'margin']],
    ['"" price ""', ['price']],
    ['-the price', ['price']],
    ['speaker: price', ['speaker', 'price']],
    ['speaker:" price', ['speaker', 'price']],
    ['loudspeaker:anna', ['loudspeak', 'anna']],
    ['(price OR cost) AND NOT [x]*?^~!\\', ['price', 'cost', 'not', 'x']],
  ])('takes other signs for text: %s', (asked, terms) => {
    expect(read(asked)).toEqual({ ...plain, terms: expect.arrayContaining(terms) })
    expect(readQuestion(asked).terms.filter((term) => !terms.includes(term) && term !== 'or')).toEqual([])
  })

  it('knows no speakers where there are none', () => {
    const { terms, speakers } = readQuestion('speaker:anna', { speakers: false })
    expect([terms, speakers]).toEqual([['speaker', 'anna'], []])
  })

  const signs = fc.constantFrom(
    '"',
    '“',
    '-',
    'speaker:',
    ' ',
    '\u3000',
    'anna',
    'price',
    '価格表',
    '🚀',
    '\ud800',
    "'",
  )
  const anything = fc.oneof(
    anyText({ maxLength: 60 }),
    fc.array(signs, { maxLength: 40 }).map((parts) => parts.join('')),
  )

  it('can be anything, is never a syntax error, and loses no word', () => {
    fc.assert(
      fc.property(anything, (asked) => {
        const { text, terms, phrases, without, speakers } = readQuestion(asked)
        expect([...phrases, ...without].filter((run) => run.length === 0)).toEqual([])
        expect(speakers).not.toContain('')
        expect(terms.length).toBeLessThanOrEqual(200)
        // Every letter of it is in some part, in its order.
        const letters = (value: string) => value.replace(/[^\p{L}\p{N}]/gu, '').length
        const kept = letters(text)
        expect(kept).toBeLessThanOrEqual(letters(asked))
        if (!/-|speaker:/i.test(asked)) expect(kept).toBe(letters(asked))
      }),
      { numRuns: 2_000 },
    )
  })

  it('is read in one pass, however it is made', () => {
    for (const part of ['"', '"a ', '-"', 'speaker:"', '-', ' ', 'speaker:', '“”']) {
      expectNoSquare(100_000, (size) => readQuestion(part.repeat(size)))
    }
  })
})
