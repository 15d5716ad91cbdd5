/** One-time passwords, against the tables of RFC 6238 and RFC 4648. */
import { describe, expect, it } from 'vitest'
import { computeTotp, findTotpStep, fromBase32, newTotpKey, toBase32, toKeyUri, toTotpStep } from './totp.ts'

/** RFC 6238, appendix B: the rows for SHA-1. */
const VECTORS = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const
const KEY = Buffer.from('12345678901234567890')

describe('does', () => {
  it.each(VECTORS)('compute the code of RFC 6238 at second %i', (seconds, code) => {
    const at = new Date(seconds * 1000)
    expect(computeTotp(KEY, toTotpStep(at), 8)).toBe(code)
    expect(findTotpStep(toBase32(KEY), code.slice(2), at)).toBe(toTotpStep(at))
  })

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('encode %j as RFC 4648 does, without padding', (text, encoded) => {
    expect(toBase32(Buffer.from(text))).toBe(encoded)
    expect(fromBase32(encoded).toString()).toBe(text)
  })

  it('accept the steps before and after, and say which one it is', () => {
    const key = newTotpKey()
    const [now, step] = [new Date(1_764_000_000_000), toTotpStep(new Date(1_764_000_000_000))]
    const found = [-2, -1, 0, 1, 2].map((by) => findTotpStep(key, computeTotp(fromBase32(key), step + by), now))
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined])
  })

  it('make keys of 160 bits, none twice', () => {
    const keys = new Set(Array.from({ length: 50 }, newTotpKey))
    expect([keys.size, [...keys].filter((key) => /^[A-Z2-7]{32}$/.test(key)).length]).toEqual([50, 50])
  })

  it('write an address that names account and issuer, whatever they are', () => {
    const uri = toKeyUri({ issuer: 'Acme: A&B', account: 'ann@acme.example', key: 'MZXW6' })
    expect(uri).toContain('otpauth://totp/Acme%20%20A%26B:ann%40acme.example?secret=MZXW6&issuer=Acme%3A%20A%26B')
    expect(new URL(uri).searchParams.get('secret')).toBe('MZXW6')
  })
})

describe('refuses', () => {
  it.each(['', '12345', '1234567', '12345a', ' 12345', '１２３４５６'])('%j, which is no code', (code) => {
    expect(findTotpStep(toBase32(KEY), code, new Date())).toBeUndefined()
  })
})
