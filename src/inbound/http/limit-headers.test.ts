import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toLimitState } from '../../core/limiter.ts'
import { LIMIT_MAX, type LimitUsage, WINDOWS } from '../../core/limits.ts'
import { limitBody, limitHeaders } from './limit-headers.ts'

const limits = { second: 20, hour: 5_000, day: 50_000 }
const taken: LimitUsage = {
  admitted: true,
  windows: {
    second: { used: 1, endsInMs: 1_000 },
    hour: { used: 1, endsInMs: 3_599_001 },
    day: { used: 41, endsInMs: 500 },
  },
}
const POLICY = '"second";q=20;w=1, "hour";q=5000;w=3600, "day";q=50000;w=86400'

/** Parses a list of strings with integer parameters, by the grammar of RFC 9651, section 3. */
function readList(field: string | undefined): [string, Record<string, number>][] {
  return (field ?? '').split(/[ \t]*,[ \t]*/).map((item) => {
    const [, name, parameters] =
      /^"([\x20-\x21\x23-\x5b\x5d-\x7e]*)"((?:;[a-z][a-z0-9_.*-]*=-?\d{1,15})*)$/.exec(item) ?? []
    if (name === undefined || parameters === undefined) throw new Error(`No item: ${item}`)
    const pairs = parameters.split(';').slice(1)
    return [name, Object.fromEntries(pairs.map((pair) => pair.split('=')).map(([key, value]) => [key, Number(value)]))]
  })
}

describe('headers', () => {
  it('tell the policy and what is left of it', () => {
    expect(limitHeaders(toLimitState(limits, taken))).toEqual({
      'RateLimit-Policy': POLICY,
      RateLimit: '"second";r=19;t=1, "hour";r=4999;t=3600, "day";r=49959;t=1',
    })
  })

  it('tell a refused caller when to come back', () => {
    const refused = {
      ...taken,
      admitted: false,
      windows: { ...taken.windows, hour: { used: 5_000, endsInMs: 61_001 } },
    }
    expect(limitHeaders(toLimitState(limits, refused))).toEqual({
      'RateLimit-Policy': POLICY,
      RateLimit: '"second";r=19;t=1, "hour";r=0;t=62, "day";r=49959;t=1',
      'Retry-After': '62',
    })
  })

  it('name the kind of caller where several are limited', () => {
    expect(limitHeaders(toLimitState(limits, taken, 'key')).RateLimit).toBe(
      '"key-second";r=19;t=1, "key-hour";r=4999;t=3600, "key-day";r=49959;t=1',
    )
  })

  it('are lists of strings with non-negative integers, whatever the counts are', () => {
    const limit = fc.integer({ min: 1, max: LIMIT_MAX })
    const window = fc.record({
      used: fc.integer({ min: 0, max: LIMIT_MAX }),
      endsInMs: fc.integer({ min: 1, max: 86_400_000 }),
    })
    const each = <T>(value: fc.Arbitrary<T>) => fc.record({ second: value, hour: value, day: value })
    fc.assert(
      fc.property(each(limit), each(window), (most, windows) => {
        const admitted = WINDOWS.every(({ name }) => windows[name].used < most[name])
        const headers = limitHeaders(toLimitState(most, { admitted, windows }))
        expect(readList(headers['RateLimit-Policy'])).toEqual(
          WINDOWS.map(({ name, seconds }) => [name, { q: most[name], w: seconds }]),
        )
        const left = readList(headers.RateLimit)
        expect(left.map(([name]) => name)).toEqual(['second', 'hour', 'day'])
        for (const [, { r, t }] of left) {
          expect(r).toBeGreaterThanOrEqual(0)
          expect(t).toBeGreaterThanOrEqual(1)
        }
        // Section 6 of the draft: never earlier than the end of the exhausted windows.
        const waits = left.filter(([, { r }]) => r === 0).map(([, { t }]) => t)
        expect(headers['Retry-After']).toBe(admitted ? undefined : String(Math.max(...waits.map(Number))))
      }),
    )
  })
})

describe('the body of a refusal', () => {
  it('has the three fields of the contract', () => {
    expect(limitBody({ window: 'hour', retryAfterSeconds: 61 })).toEqual({
      error: 'rate_limited',
      retry_after: '61',
      limit_type: 'hour',
    })
  })
})
