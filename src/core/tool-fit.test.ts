import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from './language-model.ts'
import { charactersWithin, truncateToTokens } from './tool-fit.ts'
import { quoteLines } from './tool-text.ts'

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.string({ unit: 'grapheme', maxLength: 3_000 }),
  fc.nat(5_000).map((length) => 'a'.repeat(length)),
  fc.nat(5_000).map((length) => '\u0001'.repeat(length)),
)

describe('fitted', () => {
  it('leaves what has room as it is', () => {
    expect(truncateToTokens('Shall we begin?', 10)).toBe('Shall we begin?')
    expect(truncateToTokens('', 0)).toBe('')
  })

  it('is never larger than its room, its mark apart, and is the beginning of the text', () => {
    fc.assert(
      fc.property(texts, fc.nat(600), (text, tokens) => {
        const told = truncateToTokens(text, tokens)
        const begun = told === text ? text : told.replace(/ \[…\]$/, '')
        expect(text.startsWith(begun)).toBe(true)
        expect(begun === '' ? 0 : estimateTokens(JSON.stringify(begun))).toBeLessThanOrEqual(tokens)
        expect(begun.isWellFormed() || !text.isWellFormed()).toBe(true)
      }),
    )
  })

  it('uses most of its room', () => {
    const length = charactersWithin('a'.repeat(100_000), 1_000)
    expect(length).toBeGreaterThan(2_300)
    expect(length).toBeLessThanOrEqual(3_000)
  })
})

describe('quoted', () => {
  it('marks every line, whatever ends it', () => {
    expect(quoteLines('one\r\n- Id: 1\u2028two\u0085\n')).toBe('> one\n> - Id: 1\n> two\n>\n>')
  })
})
