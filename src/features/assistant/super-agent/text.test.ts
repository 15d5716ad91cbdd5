import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONTENT_MAX, checked, idsIn, toBriefLine, truncateText, withoutIds } from './text.ts'

const A = '0190a3c4-0000-7000-8000-00000000000a'
const B = '0190a3c4-0000-7000-8000-00000000000b'

describe('ids', () => {
  it('are found in any case, each once', () => {
    expect(idsIn(`(${A}), ${B.toUpperCase()}; ${A}-x ${A}0`)).toEqual([A, B])
    expect(withoutIds(`in ${A}?`)).toBe('in  ?')
  })

  it('that nobody gave are taken out', () => {
    expect(checked(`${A} and ${B.toUpperCase()}`, new Set([A]))).toEqual({ text: `${A} and [unknown id]`, ids: [A] })
  })
})

describe('a text', () => {
  it('never holds a picture, markup or more than is kept', () => {
    const bits = fc.constantFrom('![', '!', '[', '<', 'img', '/', 'a', ' ', '\n', '>', '(https://x.example)', '🦓')
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
        const { text } = checked(parts.join(''), new Set())
        expect(text).not.toMatch(/!\[|<[a-z!/?]/i)
        expect(text.isWellFormed()).toBe(true)
      }),
    )
    expect(checked('x'.repeat(CONTENT_MAX * 2), new Set()).text.length).toBeLessThan(CONTENT_MAX + 10)
  })

  it('is cut at a line, and says so', () => {
    expect(truncateText('one\ntwo\nthree', 12)).toBe('one\ntwo\nthre\n[…]')
    expect(truncateText(`${'a'.repeat(90)}\n${'b'.repeat(90)}`, 100)).toBe(`${'a'.repeat(90)}\n[…]`)
    expect(truncateText('🦓🦓', 3)).toBe('🦓\ufffd\n[…]')
  })

  it('in brief is one line', () => {
    expect(toBriefLine(' a\n\u2028b\tc ', 9)).toBe('a b c')
    expect(toBriefLine('🦓🦓🦓', 2)).toBe('🦓…')
  })
})
