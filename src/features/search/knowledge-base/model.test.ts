import { describe, expect, it } from 'vitest'
import { cleanText, titleOfFile } from './model.ts'

describe('the title of a file', () => {
  it.each([
    ['Prices.pdf', 'Prices'],
    ['Prices 2026.v2.md', 'Prices 2026.v2'],
    ['Prices', 'Prices'],
    ['.md', '.md'],
    [' a .md', 'a'],
    ['Version 2.0 of the long list', 'Version 2.0 of the long list'],
    ['\u0000', 'Untitled'],
    ['  ', 'Untitled'],
    [`${'🚀'.repeat(20)}.pdf`, '🚀'.repeat(10)],
  ])('of %j is %j', (name, title) => expect(titleOfFile(name, 10 + 18 * Number(!name.includes('🚀')))).toBe(title))
})

it('text is stored with one kind of line end, and without what no column holds', () => {
  expect(cleanText('a\r\nb\rc\u2028d\ne\u0000f\ud800')).toBe('a\nb\nc\nd\nef\ufffd')
})
