import { describe, expect, it } from 'vitest'
import { correctWords } from './correct-words.ts'
import { readWords } from './question-words.ts'

const correct = (question: string): string =>
  correctWords(readWords(question))
    .map(({ word }) => word)
    .join(' ')

describe('the correction of words', () => {
  it.each([
    ['decisoins about the depot', 'decisions about the depot'],
    ['which compettitors', 'which competitors'],
    ['what do custommers want', 'what do customers want'],
    ['upcomming meetings', 'upcoming meetings'],
  ])('corrects “%s”', (question, expected) => {
    expect(correct(question)).toBe(expected)
  })

  it.each(['scnaners of the depot', 'the depots', 'from Decisoins', 'form', 'what about lumber'])(
    'keeps unknown words, names and short words in “%s”',
    (question) => {
      expect(correct(question)).toBe(question.toLowerCase())
    },
  )

  it('expands quick typing', () => {
    expect(correct('whos late rn, dont u know')).toBe('who is late now do not you know')
    expect(correct('R&D')).toBe('r d')
  })
})
