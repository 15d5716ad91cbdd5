import { describe, expect, it } from 'vitest'
import { doubleDelay, findRetryDelay, retryDelayMs, serverRetryDelayMs } from './retry-delays.ts'

describe('what a server wishes', () => {
  const now = Date.parse('2026-03-10T10:00:00Z')

  it.each<[string, Record<string, string>, number | undefined]>([
    ['nothing', {}, undefined],
    ['seconds', { 'retry-after': '4' }, 4_000],
    ['parts of a second', { 'retry-after': '0.25' }, 250],
    ['no wait at all', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Tue, 10 Mar 2026 10:00:30 GMT' }, 30_000],
    ['a date that has passed', { 'retry-after': 'Tue, 10 Mar 2026 09:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '120' }, 120],
    ['both, of which the finer counts', { 'retry-after': '4', 'retry-after-ms': '3500.5' }, 3_500.5],
    ['both, of which the finer is no number', { 'retry-after': '4', 'retry-after-ms': 'soon' }, 4_000],
    ['a word', { 'retry-after': 'soon' }, undefined],
    ['less than nothing', { 'retry-after-ms': '-5' }, undefined],
    ['more than a number holds', { 'retry-after': '9'.repeat(400) }, undefined],
  ])('is %s', (_what, headers, wait) => {
    expect(serverRetryDelayMs(new Headers(headers), now)).toBe(wait)
  })
})

describe('the wait before the next try', () => {
  it('is what the server wishes, however long', () => {
    expect([0, 3_600_000].map((wished) => retryDelayMs(1, 500, wished))).toEqual([0, 3_600_000])
  })

  it('else doubles with each, up to a limit, and is seldom the same twice', () => {
    for (const [tries, longest] of [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000].entries()) {
      const waits = Array.from({ length: 50 }, () => retryDelayMs(tries + 1, 500, undefined))
      expect(Math.max(...waits)).toBeLessThanOrEqual(longest)
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(longest / 2)
      expect(new Set(waits).size).toBeGreaterThan(40)
    }
  })
})

it('a delay doubles with each failure, up to the maximum, however many there are', () => {
  expect([1, 2, 3, 4, 5, 2_000].map((failures) => doubleDelay(failures, 15, 100))).toEqual([15, 30, 60, 100, 100, 100])
})

describe('the delay of a schedule', () => {
  const schedule = { delaysMs: [10, 20], requestedMsMax: 50 }

  it('is that of the attempt, and undefined after the last one', () =>
    expect([1, 2, 3].map((tries) => findRetryDelay(schedule, tries))).toEqual([10, 20, undefined]))

  it('is longer if the server requests it, up to a limit', () =>
    expect([5, 15, 60].map((requestedMs) => findRetryDelay(schedule, 1, requestedMs))).toEqual([10, 15, 50]))

  it('is extended by a random part', () => {
    const delays = Array.from({ length: 50 }, () => findRetryDelay({ ...schedule, spread: 0.5 }, 2) ?? Number.NaN)
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(20)
    expect(Math.max(...delays)).toBeLessThanOrEqual(30)
    expect(new Set(delays).size).toBeGreaterThan(40)
  })
})
