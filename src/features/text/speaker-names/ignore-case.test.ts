import { describe, expect, it } from 'vitest'
import { expandIgnoreCase } from './ignore-case.ts'

describe('expands', () => {
  it.each([
    ['(?i:hi|hey),? (?<name>\\p{Lu}[a-z]+)', '(?:[Hh][Ii]|[Hh][Ee][Yy]),? (?<name>\\p{Lu}[a-z]+)'],
    ["(?i:it['’]s (?:on|of)){0,2}x(?!y)", "(?:[Ii][Tt]['’][Ss] (?:[Oo][Nn]|[Oo][Ff])){0,2}x(?!y)"],
    ['\\((?i:a)\\[b(?i:[cd]e)', '\\((?:[Aa])\\[b(?:[CcDd][Ee])'],
    ['a(?:b)c', 'a(?:b)c'],
  ])('%s', (source, expected) => {
    expect(expandIgnoreCase(source)).toBe(expected)
  })

  it('to a pattern that matches in any case what the modifier encloses, and nothing else', () => {
    const pattern = new RegExp(`^${expandIgnoreCase('(?i:thanks|thank you),? (?<name>\\p{Lu}\\p{L}+)')}$`, 'u')
    expect(['Thanks, Priya', 'THANK YOU Priya', 'thank You, Priya'].map((text) => pattern.test(text))).toEqual([
      ...[true, true, true],
    ])
    expect(['Thanks, priya', 'Thank, Priya'].map((text) => pattern.test(text))).toEqual([false, false])
  })
})
