import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { expectNoSquare } from '../../testing/growth.ts'
import { parseFormBody } from './form-body.ts'

const parsed = (text: string) => [...parseFormBody(text, 10_000)]

describe('parseFormBody', () => {
  it('reads what browsers send', () => {
    const text = anyText()
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        expect(parsed(new URLSearchParams(pairs).toString())).toEqual([...new URLSearchParams(pairs)])
      }),
      { numRuns: 500 },
    )
  })

  it('reads broken escapes as the URL standard does', () => {
    // ASCII only: next to a broken escape, URLSearchParams of Node 24 decodes other characters differently from the
    // standard.
    const piece = fc.oneof(
      fc.string({ unit: 'binary-ascii' }),
      fc.constantFrom('a', '&', '=', '+', '%', '%41', '%e4', '%C3%A4', '%zz', '%%', '%f'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        expect(parsed(text)).toEqual([...new URLSearchParams(text.startsWith('?') ? `?${text}` : text)])
      }),
      { numRuns: 1_000 },
    )
    expect(parsed('%e4\x80')).toEqual([['\ufffd\x80', '']])
  })

  it('keeps repeated names and empty values in their order', () => {
    expect(parsed('a=1&b&a=2&&=3')).toEqual([
      ['a', '1'],
      ['b', ''],
      ['a', '2'],
      ['', '3'],
    ])
  })

  it('refuses a form with too many fields before it decodes one', () => {
    expect([...parseFormBody('a&a&a', 3)]).toHaveLength(3)
    expect(() => parseFormBody('a&a&a&a', 3)).toThrow(expect.objectContaining({ code: 'content_too_large' }))
  })

  it.each(['a&', '+&', 'a=&', '&', '%41&', '%', '%41', '+', '=', 'ä=%ff&'])('takes linear time for %j', (unit) => {
    expectNoSquare(1 << 20, (size) => parseFormBody(unit.repeat(size / unit.length), Number.POSITIVE_INFINITY))
  })
})
