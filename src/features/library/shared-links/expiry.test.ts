import { describe, expect, it } from 'vitest'
import type { AppError } from '../../../core/errors.ts'
import { checkExpiry, isExpired, toLatestExpiry } from './expiry.ts'

const NOW = new Date('2027-03-10T10:00:00Z')

function problemOf(expiresAt: string): AppError['problems'][number] | undefined {
  try {
    checkExpiry(new Date(expiresAt), NOW)
    return undefined
  } catch (error) {
    return (error as AppError).problems[0]
  }
}

describe('an expiry', () => {
  it('is a time in the future, at most one year ahead, or none', () => {
    expect(toLatestExpiry(NOW).toISOString()).toBe('2028-03-10T10:00:00.000Z')
    for (const one of ['2027-03-10T10:00:00.001Z', '2028-03-10T10:00:00Z']) expect(problemOf(one)).toBeUndefined()
    for (const one of [null, undefined]) expect(checkExpiry(one, NOW)).toBeUndefined()
  })

  it.each([
    ['2027-03-10T10:00:00Z', 'not in the future'],
    ['2020-01-01T00:00:00Z', 'not in the future'],
    ['2028-03-10T10:00:00.001Z', 'more than one year ahead'],
  ])('of %s is refused with what was sent, what is allowed, and what to do', (sent, problem) => {
    expect(problemOf(sent)).toEqual({
      pointer: '/expiresAt',
      detail: `\`expiresAt\` is ${new Date(sent).toISOString()}, which is ${problem}. Set it to a time after 2027-03-10T10:00:00.000Z and until 2028-03-10T10:00:00.000Z, or to null for a link that never expires.`,
    })
  })

  it('is over from its time on', () => {
    expect([
      isExpired(null, NOW),
      isExpired('2027-03-10T10:00:00.001Z', NOW),
      isExpired('2027-03-10T10:00:00.000Z', NOW),
    ]).toEqual([false, false, true])
  })
})
