import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findPatternMatches, MATCH_MAX, validatePattern } from './patterns.ts'

const found = (pattern: string, text: string) =>
  findPatternMatches({ name: 'own', pattern, mask: '[OWN]' }, text).map(({ from, to }) => text.slice(from, to))

describe('a pattern', () => {
  it('finds what it says, wherever it stands', () => {
    expect(found('ACME-\\d{5}', 'ACME-12345 and ACME-1 and xACME-99999')).toEqual(['ACME-12345', 'ACME-99999'])
    expect(found('(?i)employee\\s+\\d+', '😀 Employee 12, EMPLOYEE  7')).toEqual(['Employee 12', 'EMPLOYEE  7'])
  })

  it('finds the same in a long text as in a short one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('id-12', 'id-123456', 'word', '😀', 'x'.repeat(90)), { maxLength: 120 }),
        (words) => {
          const text = words.join(' ')
          expect(found('\\bid-\\d+\\b', text)).toEqual(words.filter((word) => word.startsWith('id-')))
        },
      ),
    )
  })

  it('finds nothing longer than it may', () => {
    expect(found('a+', `${'a'.repeat(MATCH_MAX)} ${'a'.repeat(MATCH_MAX + 1)}`)).toEqual(['a'.repeat(MATCH_MAX)])
  })

  it.each(['(a+)+$', '(.*)*x', '(a|aa)*b', '(\\w+\\s?)+$'])('%s takes no time to speak of', (pattern) => {
    // With an engine that goes back, each of these would take longer than the test may.
    expect(() => findPatternMatches({ name: 'p', pattern, mask: '[P]' }, 'a'.repeat(100_000), () => 0)).not.toThrow()
  })

  it('that takes longer than so much text may is ended', () => {
    let ms = 0
    const slowly = () => {
      ms += 100
      return ms
    }
    expect(() => findPatternMatches({ name: 'p', pattern: 'a', mask: '[P]' }, 'a'.repeat(100_000), slowly)).toThrow(
      'takes too long',
    )
  })
})

describe('is refused', () => {
  it.each([
    ['what is no pattern', '('],
    ['a back-reference', '(a)\\1'],
    ['looking around', '(?=a)b'],
    ['what finds nothing everywhere', 'a*'],
    ['what repeats too much', '((a{1,20}){1,20}){1,20}'],
  ])('%s', (_, pattern) => expect(validatePattern(pattern)).toMatch(/^The .*\.$/))

  it('nothing else', () => expect(validatePattern('ORD-\\d{1,12}')).toBeUndefined())
})
