import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY_MS, decideVerdict, disabledBy, KEPT_MS, WAITS_MS, wakeAt } from './model.ts'

const now = new Date('2026-03-10T10:00:00Z')
const failed = { at: now, ms: 1, status: 500, answer: null, fault: 'The receiver responded with 500.' }

describe('the schedule', () => {
  it('is one of a day', () => {
    const whole = WAITS_MS.reduce((sum, wait) => sum + wait, 0)
    expect(whole).toBeLessThan(DAY_MS)
    expect(whole).toBeGreaterThan(0.95 * DAY_MS)
    expect(WAITS_MS.toSorted((a, b) => a - b)).toEqual(WAITS_MS)
  })

  it('waits after each failure at least as long as it says, and as the receiver wishes, up to eight hours', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10 }), fc.option(fc.integer({ min: 0, max: 1e12 })), (tries, wish) => {
        const verdict = decideVerdict({ ...failed, wishedWaitMs: wish ?? undefined }, tries, now)
        if (verdict.status !== 'pending') throw new Error(verdict.status)
        const wait = verdict.nextTryAt.getTime() - now.getTime()
        const own = WAITS_MS[tries - 1] ?? Number.NaN
        expect(wait).toBeGreaterThanOrEqual(own)
        expect(wait).toBeGreaterThanOrEqual(Math.min(wish ?? 0, 8 * 3_600_000))
        expect(wait).toBeLessThanOrEqual(Math.max(own * 1.1, Math.min(wish ?? 0, 8 * 3_600_000)))
      }),
    )
  })

  it('ends with a delivery, after eleven tries, or when the receiver is gone', () => {
    expect(decideVerdict({ ...failed, status: 200, fault: null }, 1, now)).toEqual({ status: 'delivered' })
    expect(decideVerdict(failed, 11, now)).toEqual({ status: 'failed' })
    expect(decideVerdict({ ...failed, status: 410 }, 1, now)).toEqual({ status: 'failed' })
  })
})

describe('a webhook', () => {
  const days = (count: number) => new Date(now.getTime() - count * DAY_MS)
  const [pending, over] = [{ status: 'pending' as const, nextTryAt: now }, { status: 'failed' as const }]

  it.each([
    [410, pending, 0, 'gone'],
    [500, over, 5, 'failing'],
    [null, over, 30, 'failing'],
    [500, over, 4.9, undefined],
    [500, pending, 30, undefined],
    [200, { status: 'delivered' as const }, 30, undefined],
  ])('that answers %s, %o, failing for %d days: %s', (status, verdict, since, expected) => {
    expect(disabledBy({ status }, verdict, days(since), now)).toBe(expected)
  })

  it('is looked after when something is due, else once a day at most', () => {
    const later = new Date(now.getTime() + 5_000)
    expect(wakeAt({ nextTryAt: undefined, oldestAt: undefined }, now)).toBeUndefined()
    expect(wakeAt({ nextTryAt: later, oldestAt: days(40) }, now)).toEqual(later)
    expect(wakeAt({ nextTryAt: days(1), oldestAt: days(1) }, now)).toEqual(now)
    expect(wakeAt({ nextTryAt: undefined, oldestAt: days(40) }, now)).toEqual(new Date(now.getTime() + DAY_MS))
    expect(wakeAt({ nextTryAt: undefined, oldestAt: now }, now)).toEqual(new Date(now.getTime() + KEPT_MS))
  })
})
