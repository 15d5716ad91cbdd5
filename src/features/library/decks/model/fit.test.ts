import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyText } from '../../../../testing/any-text.ts'
import { fitLine, plain } from './index.ts'

const any = anyText({ maxLength: 300 })

it('a fitted text is in its place, in one line, and well formed', () => {
  fc.assert(
    fc.property(any, fc.integer({ min: 2, max: 200 }), (text, max) => {
      const out = fitLine(text, max)
      expect([...out].length).toBeLessThanOrEqual(max)
      expect(out.isWellFormed()).toBe(true)
      expect(out).not.toMatch(/[\p{Cc}\n\u202a-\u202e\u2066-\u2069]/u)
    }),
  )
})

it('plain words stay as they are, and joined letters joined', () => {
  for (const text of ['We take sixty.', 'Ünïcödé 漢字', '👩‍🚀 flies', 'می‌خواهم']) expect(plain(text)).toBe(text)
})
