import { expect, it } from 'vitest'
import { computePhraseRatio } from './longest-phrase.ts'

it.each([
  ['compar store sale develop', 'updat compar store sale guidanc', 0.75],
  ['compar store sale', 'compar store sale', 1],
  ['compar store sale develop', 'compar store', 0],
  ['compar store sale', 'sale compar store', 0],
  ['compar store sale', 'compar new store sale', 0],
  ['a b c a b c d', 'x a b c d', 4 / 7],
  ['', 'a b c', 0],
  ['a b c', '', 0],
])('the longest phrase of “%s” in “%s” has the ratio %d', (asked, said, expected) => {
  expect(computePhraseRatio(asked.split(' ').filter(Boolean), said.split(' ').filter(Boolean))).toBe(expected)
})
