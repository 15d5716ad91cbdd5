import { expect, it } from 'vitest'
import { readClaims } from './claims.ts'

it('takes out of names what no name holds', () => {
  const { firstName, lastName } = readClaims({
    sub: '1',
    given_name: 'URGENT: https://evil.example/login Ann',
    family_name: `\u202eLee\r\nwww.evil.example ${'x'.repeat(5_000)}`,
  })
  expect([firstName, lastName.slice(0, 5), [...lastName].length]).toEqual(['URGENT: Ann', 'Lee x', 128])
  expect(readClaims({ sub: '1', name: 'evil.example Lee' })).toMatchObject({ firstName: 'Lee', lastName: '' })
})
