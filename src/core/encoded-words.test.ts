import { describe, expect, it } from 'vitest'
import { decodeCharset, decodeEncodedWords, decodeQuotedPrintable } from './encoded-words.ts'

describe('encoded words', () => {
  it.each([
    ['Hello', 'Hello'],
    ['=?utf-8?q?Gr=C3=BC=C3=9Fe?= Ann', 'Grüße Ann'],
    ['=?UTF-8?B?w6Q=?=\r\n =?UTF-8?B?w7Y=?=', 'äö'],
    ['=?utf-8?q?=C3?= =?utf-8?q?=BC?=', 'ü'],
    ['=?iso-8859-1*de?Q?=FC?= =?utf-8?q?_a?=', 'ü a'],
    ['=?nothing-known?q?a?=', 'a'],
    ['=?utf-8?x?a?=', '=?utf-8?x?a?='],
  ])('%s', (header, expected) => {
    expect(decodeEncodedWords(header)).toBe(expected)
  })
})

describe('bodies', () => {
  it('are decoded from quoted-printable with soft line breaks', () => {
    expect(decodeQuotedPrintable('a=\r\nb=3D=  \nc=ZZ').toString()).toBe('ab=c=ZZ')
  })

  it('are decoded by their charset, and by UTF-8 if it is unknown', () => {
    expect([decodeCharset(Buffer.from([0x80]), 'windows-1252'), decodeCharset(Buffer.from('ä'), 'x')]).toEqual([
      '€',
      'ä',
    ])
  })
})
