import { expect, it } from 'vitest'
import { hashRecoveryCode, newRecoveryCodes, RECOVERY_CODES } from './recovery-codes.ts'

it('makes ten codes that differ, and each of them is one', () => {
  const codes = newRecoveryCodes()
  expect([codes.length, new Set(codes).size]).toEqual([RECOVERY_CODES, RECOVERY_CODES])
  expect(codes.filter((code) => hashRecoveryCode('a', code) === undefined)).toEqual([])
})

it('reads a code as people type it, and for its user alone', () => {
  const hash = hashRecoveryCode('a', 'ab01-cdef-gh23-jk45')
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect(hashRecoveryCode('a', ' ABOL cdef-GH23jk45 ')).toBe(hash)
  expect(hashRecoveryCode('b', 'ab01-cdef-gh23-jk45')).not.toBe(hash)
})

it.each(['', '123456', 'ab01-cdef-gh23-jk4', 'ab01-cdef-gh23-jk456', 'ub01-cdef-gh23-jk45'])(
  'knows that %j is none',
  (text) => {
    expect(hashRecoveryCode('a', text)).toBeUndefined()
  },
)
