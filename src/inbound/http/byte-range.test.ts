import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../testing/any-text.ts'
import { matchesETag, rangeIn, resolveRange } from './byte-range.ts'

const size = fc.integer({ min: 1, max: 10_000 })
const place = fc.integer({ min: 0, max: 12_000 })
const CONTENT = Buffer.from(Array.from({ length: 10_000 }, (_, i) => i % 251))

describe('a range', () => {
  it('is what a list of the bytes would give, from and to any place', () => {
    fc.assert(
      fc.property(size, place, place, (length, from, to) => {
        const content = CONTENT.subarray(0, length)
        const asked = rangeIn(`bytes=${from}-${to}`, length)
        const wanted = to < from ? 'whole' : from >= length ? 'none' : content.subarray(from, to + 1)
        expect(typeof asked === 'string' ? asked : content.subarray(asked.first, asked.last + 1)).toEqual(wanted)
      }),
    )
  })

  it('without an end goes to the last byte, and without a beginning counts from there', () => {
    fc.assert(
      fc.property(size, place, (length, n) => {
        const content = CONTENT.subarray(0, length)
        const part = (header: string) => {
          const asked = rangeIn(header, length)
          return typeof asked === 'string' ? asked : content.subarray(asked.first, asked.last + 1)
        }
        expect(part(`bytes=${n}-`)).toEqual(n >= length ? 'none' : content.subarray(n))
        expect(part(`bytes=-${n}`)).toEqual(n === 0 ? 'none' : content.subarray(-n))
      }),
    )
  })

  it.each([
    undefined,
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1-2,4-5',
    'bytes=9-1',
    'items=0-1',
    'bytes=0x1-2',
    'bytes=1 - 2',
    'bytes=--1',
  ])('that is none (%j) is ignored', (header) => {
    expect(rangeIn(header, 100)).toBe('whole')
  })

  it('of an empty file there is none', () => {
    expect(['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((header) => rangeIn(header, 0))).toEqual(['none', 'none', 'none'])
  })

  it('in any case of its unit, and with numbers beyond any file', () => {
    expect(rangeIn('BYTES=0-99999999999999999999999', 10)).toEqual({ first: 0, last: 9 })
    expect(rangeIn('bytes=99999999999999999999999-', 10)).toBe('none')
    expect(rangeIn('bytes=-99999999999999999999999', 10)).toEqual({ first: 0, last: 9 })
  })

  it('never throws, and never lies outside of the file', () => {
    fc.assert(
      fc.property(anyText(), fc.boolean(), fc.nat(100), (text, isBytes, length) => {
        const asked = rangeIn(isBytes ? `bytes=${text}` : text, length)
        if (typeof asked === 'string') return
        expect(asked.first).toBeGreaterThanOrEqual(0)
        expect(asked.last).toBeLessThan(length)
        expect(asked.first).toBeLessThanOrEqual(asked.last)
      }),
    )
  })
})

describe('a condition', () => {
  it.each([
    ['"a"', { first: 0, last: 4 }],
    ['"b"', 'whole'],
    // A weak ETag doesn't guarantee equal bytes (RFC 9110, section 13.1.5), and Parley sends no dates to compare.
    ['W/"a"', 'whole'],
    ['Sat, 21 Nov 2026 17:49:22 GMT', 'whole'],
  ])('If-Range %s', (condition, part) => {
    expect(resolveRange({ range: 'bytes=0-4', 'if-range': condition }, '"a"', 10)).toEqual(part)
  })

  it.each([
    [undefined, false],
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    ['a', false],
  ])('If-None-Match %s', (condition, has) => {
    expect(matchesETag({ 'if-none-match': condition }, '"a"')).toBe(has)
  })
})
