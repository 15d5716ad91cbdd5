import { describe, expect, it } from 'vitest'
import { isPhoneNumberAmong, parsePhoneNumber, parsePhonePattern } from './phone-numbers.ts'

describe('telephone numbers', () => {
  it.each([
    ['+493012345', '+493012345'],
    [' +49 (30) 123-45 ', '+493012345'],
    ['+49 (0)30 12345', '+493012345'],
    ['0049 30/123.45', '+493012345'],
    ['tel:+1-415-555-0100', '+14155550100'],
    ['+1\u00a0415\u2011555\u20110100', '+14155550100'],
    // Without a country code, a number isn't unique.
    ['030 12345', undefined],
    ['(415) 555-0100', undefined],
    ['14155550100', undefined],
    ['+0301234', undefined],
    ['+123', undefined],
    ['+1234567890123456', undefined],
    ['+49 30 call me', undefined],
    ['Ann +493012345', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as %j', (text, number) => {
    expect(parsePhoneNumber(text)).toBe(number)
  })

  it.each([
    ['+49 30 123*', '+4930123*'],
    ['+493012345', '+493012345'],
    ['+49*', undefined],
    ['*', undefined],
    ['+4930*5', undefined],
    ['+4930123**', undefined],
  ])('reads the pattern %j as %j', (text, pattern) => {
    expect(parsePhonePattern(text)).toBe(pattern)
  })

  it('match a number exactly, and a beginning with every number behind it', () => {
    const own = new Set(['+14155550100', '+4930123*', 'acme.example'])
    const matches = (text: string) => isPhoneNumberAmong(text, own)
    expect(['+1 415 555 0100', '+49 30 123', '+49 30 123 45', '0049 30 1239'].filter(matches)).toHaveLength(4)
    expect(
      ['+1 415 555 01000', '+1 415 555 010', '+49 30 12', '+49 40 123', '030 12345', 'Ann'].filter(matches),
    ).toEqual([])
  })
})
