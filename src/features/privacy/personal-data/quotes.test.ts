import { expect, it } from 'vitest'
import { createQuoteMasker } from './quotes.ts'

const quotes = createQuoteMasker()
quotes.add('it is four one one one, ok', [{ from: 6, to: 22, kind: 'card', mask: '[CARD]' }])

it.each([
  ['it is four one one one, ok', 'it is [CARD], ok'],
  ['one one', '[CARD]'],
  ['it is four', 'it is [CARD]'],
  ['one, ok', '[CARD], ok'],
])('%s becomes %s', (quote, now) => expect(quotes.find(quote)).toBe(now))

it.each(['it is', 'ok', 'four hundred', 'our one', 'one'])('%s is no quote of what was masked', (quote) =>
  expect(quotes.find(quote)).toBeUndefined(),
)
