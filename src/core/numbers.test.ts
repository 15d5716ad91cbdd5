import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  findAmounts,
  findNumbers,
  findVersions,
  formatAmountForms,
  formatNumberForms,
  formatNumberWords,
  formatVersionForms,
  joinNumberWords,
  NUMBER_WORD,
} from './numbers.ts'

const whole = fc.oneof(fc.nat(2_000), fc.nat(2_000_000_000), fc.integer({ min: 0, max: 999_999_999_999 }))

describe('numbers', () => {
  it('read what they wrote, in words', () => {
    fc.assert(
      fc.property(whole, (value) => {
        const text = `We counted ${formatNumberWords(value)} seats.`
        expect(findNumbers(text).map((one) => one.value)).toEqual([value])
      }),
    )
  })

  it('read all forms of a number', () => {
    fc.assert(
      fc.property(whole, (value) => {
        for (const form of formatNumberForms(value)) {
          expect([form, findNumbers(`${form} seats`).map((one) => one.value)]).toEqual([form, [value]])
        }
      }),
    )
  })

  it('read all forms of a decimal', () => {
    fc.assert(
      fc.property(fc.nat(9_999), fc.integer({ min: 1, max: 9_999 }), (units, decimals) => {
        const value = Number(`${units}.${decimals}`)
        for (const form of formatNumberForms(value)) expect([form, findNumbers(form)[0]?.value]).toEqual([form, value])
      }),
    )
  })

  it('has versions of three and four numbers', () => {
    const text = 'From v4.2.1 to 10.0.2.7, not 4.2, 1.2.3.4.5 or 12.11.2026'
    expect(findVersions(text).map(({ from, to, parts }) => [text.slice(from, to), parts])).toEqual([
      ['v4.2.1', [4, 2, 1]],
      ['10.0.2.7', [10, 0, 2, 7]],
    ])
    const said = 'Four point two point oh is out, four dot twenty dot one isn’t, and four point two is a number.'
    expect(findVersions(said).map(({ parts }) => parts)).toEqual([
      [4, 2, 0],
      [4, 20, 1],
    ])
    expect(formatVersionForms([4, 2, 10])).toEqual([
      '4.2.10',
      'four point two point ten',
      'four dot two dot ten',
      'four two ten',
    ])
  })

  it.each<[number, string]>([
    [0, 'zero'],
    [58, 'fifty-eight'],
    [110, 'one hundred ten'],
    [250_000, 'two hundred fifty thousand'],
    [3_000_001, 'three million one'],
  ])('%d is %s', (value, words) => expect(formatNumberWords(value)).toBe(words))
})

describe('patterns of number words', () => {
  it('have the words of a range', () => expect(joinNumberWords(2, 4)).toBe('two|three|four'))

  it('have all words of numbers, and no others', () => {
    const pattern = new RegExp(`^(?:${NUMBER_WORD})$`)
    const words = ['one', 'twelve', 'nineteen', 'forty', 'hundred', 'trillion']
    expect([...words, 'zero', 'safety', 'oneself', ''].filter((word) => pattern.test(word))).toEqual(words)
  })
})

describe('amounts', () => {
  it.each<[string, number, string | null]>([
    ['fifty-eight dollars', 58, '$'],
    ['58', 58, null],
    ['$58', 58, '$'],
    ['58 dollars', 58, '$'],
    ['58 bucks', 58, '$'],
    ['€1,200', 1_200, '€'],
    ['twelve hundred euros', 1_200, '€'],
    ['ten percent', 10, '%'],
    ['10%', 10, '%'],
    ['$2.5k', 2_500, '$'],
    ['a hundred and forty dollars', 140, '$'],
    ['A hundred and thirty-six dollars', 136, '$'],
    ['hundred and forty dollars', 140, '$'],
    ['a thousand two hundred euros', 1_200, '€'],
    ['a thousand dollars', 1_000, '$'],
    ['a hundred percent', 100, '%'],
    ['a million and a half dollars', 1_500_000, '$'],
    ['half a million dollars', 500_000, '$'],
    ['a quarter of a million dollars', 250_000, '$'],
    ['two and a half million dollars', 2_500_000, '$'],
    ['one point five million euros', 1_500_000, '€'],
    ['two and a quarter percent', 2.25, '%'],
    ['one hundred and seventeen', 117, null],
    ['a hundred and eighteen', 118, null],
  ])('%s', (text, value, unit) => {
    const sentence = `It is ${text}, I think.`
    expect(findAmounts(sentence).map((one) => [sentence.slice(one.from, one.to), one.value, one.unit])).toEqual([
      [text, value, unit],
    ])
  })

  it('leave ordinals, versions and identifiers', () => {
    for (const text of ['the third floor', 'version 1.2.3', 'room A12']) expect(findAmounts(text)).toEqual([])
    for (const text of ['several hundred and forty', 'a few thousand', 'hundred times', 'a grand opening'])
      expect([text, findAmounts(text)]).toEqual([text, []])
  })

  it('have forms in digits and in words, each with the unit', () => {
    expect(formatAmountForms('about $58 a month')).toEqual([
      'about $58 a month',
      'about 58 dollars a month',
      'about 58 bucks a month',
      'about fifty-eight dollars a month',
      'about fifty-eight bucks a month',
    ])
    expect(formatAmountForms('twenty-four vehicles')).toEqual(['twenty-four vehicles', '24 vehicles'])
    expect(formatAmountForms('no amount')).toEqual(['no amount'])
  })
})
