import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RefusalPace } from './refusal-pace.ts'

describe('the pace of rejections', () => {
  it('is at most 100 per second for a client that waits for each response', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 2, max: 20 }), (connections, seconds) => {
        const pace = new RefusalPace()
        // Each connection sends its next request when it gets a response.
        const readyAt = Array.from({ length: connections }, () => 5_000)
        const sent: number[] = []
        for (let count = 0; count < 100 * seconds; count += 1) {
          const at = Math.min(...readyAt)
          const delay = pace.take('caller', at)
          readyAt[readyAt.indexOf(at)] = at + delay
          sent.push(at + delay)
        }
        // The first second contains the burst of 100.
        for (const [index, at] of sent.entries()) expect(at).toBeGreaterThanOrEqual(5_000 + (index - 100) * 10 - 0.001)
      }),
      { numRuns: 50 },
    )
  })

  it('never delays a caller with fewer rejections', () => {
    const pace = new RefusalPace()
    for (let at = 0; at < 60_000; at += 11) expect(pace.take('caller', at)).toBe(0)
  })

  it('holds no response longer than a second', () => {
    const pace = new RefusalPace()
    const delays = Array.from({ length: 1_000 }, () => pace.take('caller', 7_000))
    expect(Math.max(...delays)).toBe(1_000)
    expect(pace.take('other', 7_000)).toBe(0)
    // The caller has its full pace again after a pause.
    expect(pace.take('caller', 10_000)).toBe(0)
  })

  it('holds a limited number of responses at the same time', async () => {
    const pace = new RefusalPace()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = Array.from({ length: 2_000 }, () => pace.hold(() => promise))
    for (let count = 0; count < 500; count += 1) expect(pace.take('caller', 7_000)).toBe(0)
    resolve()
    await Promise.all(held)
    const delays = Array.from({ length: 200 }, () => pace.take('caller', 9_000))
    expect(Math.max(...delays)).toBeGreaterThan(0)
  })
})
