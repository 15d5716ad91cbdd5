import { describe, expect, it } from 'vitest'
import { cell, excerpt } from './tool-text.ts'

describe('excerpt', () => {
  it.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc […]'],
    ['ab  cd', 3, 'ab […]'],
    ['a🚀b', 3, 'a🚀 […]'],
    ['a🚀b', 2, 'a […]'],
  ])('of %j to %i is %j', (text, max, expected) => {
    expect(excerpt(text, max)).toBe(expected)
    expect(excerpt(text, max).isWellFormed()).toBe(true)
  })
})

describe('cell', () => {
  it('keeps what people wrote in its place', () => {
    expect(cell('a | b\n| c |\u2028d ')).toBe('a \\| b \\| c \\| d')
    expect([cell(0), cell(false), cell(null), cell(undefined)]).toEqual(['0', 'false', '', ''])
  })
})
