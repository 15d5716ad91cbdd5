import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWords } from './model.ts'

describe('number of words', () => {
  it('counts runs of characters other than white space', () => {
    expect(countWords('')).toBe(0)
    expect(countWords(' \t one,  two\u00a0three\u3000四 ')).toBe(4)
  })

  it('has the white space of regular expressions, for each UTF-16 unit', () => {
    const different = Array.from({ length: 0x10000 }, (_, code) => code).filter((code) => {
      const text = `a${String.fromCharCode(code)}b`
      return countWords(text) !== (text.match(/\S+/g) ?? []).length
    })
    expect(different).toEqual([])
  })

  it('equals the matches of a regular expression for all texts', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\u2028', '😀', '\ufeff', '\u0085', '.') }),
        (text) => {
          expect(countWords(text)).toBe((text.match(/\S+/g) ?? []).length)
        },
      ),
    )
  })
})
