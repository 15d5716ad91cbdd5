import { describe, expect, it } from 'vitest'
import { isFlip, MEANING_CASES } from '../../../testing/meaning-cases.ts'
import { extractFields } from './extract.ts'
import type { ExtractionField } from './model.ts'

const field = (title: string, responseType: ExtractionField['responseType'], options: string[] = []) => ({
  ...{ id: title, title, prompt: '', responseType, options, maxValues: null, allowLongResponse: false },
})
const FIELDS = [
  field('Licence price', 'number'),
  field('Budget', 'number'),
  field('Site', 'picklist', ['Lyon', 'Turin']),
  field('Delivery date', 'date'),
]

/** Values of the claims. */
const VALUES = ['58 dollars', 'ninety thousand', 'in June', 'the Lyon site']

describe('a field value never says the opposite of what was said', () => {
  it.each(MEANING_CASES)('$name', (one) => {
    const segments = one.lines.map(({ speaker, text }, at) => ({
      ...{ speaker: { name: speaker }, start: at * 4, end: at * 4 + 3 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }))
    for (const { evidence } of extractFields({ segments, saidOn: new Date('2026-03-02T10:00:00Z') }, FIELDS)) {
      const quoted = evidence.map(({ quote }) => quote).join(' ')
      expect(isFlip(one, quoted), quoted).toBe(false)
      // A number or a date has no room for the words that turn its meaning.
      expect(
        VALUES.some((value) => quoted.includes(value)),
        quoted,
      ).toBe(false)
    }
  })

  it('takes values that are asserted', () => {
    const segments = ['Thanks for joining.', 'The price of the licence is', '58 dollars.'].map((text, at) => ({
      ...{ speaker: { name: 'Ann' }, start: at * 4, end: at * 4 + 3 },
      words: [{ text, startTimestamp: null, endTimestamp: null }],
    }))
    const [value] = extractFields({ segments, saidOn: null }, FIELDS)
    expect(value).toMatchObject({
      value: 58,
      evidence: [{ quote: 'The price of the licence is' }, { quote: '58 dollars.' }],
    })
  })
})
