/** Expected values are those of SciPy 1.17: `ttest_ind(equal_var=False)`, `betainc` and sums of the binomial distribution. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeBeta, judgeCounts, judgeMeans, type Sample, testCounts, testMeans } from './significance.ts'

function toSample(values: readonly number[]): Sample {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return { count, mean, variance }
}
const WEEK = 7 * 86_400_000
const week = (count: number, covered = WEEK) => ({ count, covered, length: WEEK })

describe('the test of means', () => {
  it.each([
    [
      [27.5, 21, 19, 23.6, 17, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19, 21.7, 21.4],
      [27.1, 22, 20.8, 23.4, 23.4, 23.5, 25.8, 22, 24.8, 20.2, 21.9, 22.1, 22.9, 30, 23.9],
      0.008452732437443423,
    ],
    [[0.52, 0.61, 0.48, 0.55, 0.58, 0.49], [0.71, 0.66, 0.8, 0.69, 0.74], 0.0003538296441801153],
  ])('has the known probability of %j and %j', (one, other, p) => {
    expect(testMeans(toSample(one), toSample(other))).toBeCloseTo(p, 10)
  })

  it('is the same in both directions, and certain about the same mean', () => {
    const values = fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 20 })
    fc.assert(
      fc.property(values, values, (one, other) => {
        const p = testMeans(toSample(one), toSample(other))
        expect(p).toBeGreaterThanOrEqual(0)
        expect(p).toBeLessThanOrEqual(1)
        expect(testMeans(toSample(other), toSample(one))).toBeCloseTo(p, 9)
        expect(testMeans(toSample(one), toSample(one))).toBeCloseTo(1, 9)
      }),
    )
  })

  it('needs no spread', () => {
    const same = { count: 5, mean: 50, variance: 0 }
    expect([testMeans(same, same), testMeans(same, { ...same, mean: 60 })]).toEqual([1, 0])
  })
})

describe('the test of numbers of calls', () => {
  it.each([
    [2, 12, 1, 1, 0.012939453125],
    [0, 8, 1, 1, 0.0078125],
    [7, 7, 1, 1, 1],
    [1000, 1100, 1, 1, 0.030720707864242296],
    [5000, 4800, 31, 28, 0.002647499700841886],
    [0, 0, 1, 1, 1],
  ])('has the known probability of %i and %i calls in %i and %i days', (one, other, first, second, p) => {
    expect(testCounts({ count: one, covered: first }, { count: other, covered: second })).toBeCloseTo(p, 9)
  })
})

describe('the incomplete beta function', () => {
  it.each([
    [2, 3, 0.4, 0.5248],
    [0.5, 0.5, 0.25, 1 / 3],
    [50, 60, 0.5, 0.8309072939016693],
    [2, 3, 0, 0],
    [2, 3, 1, 1],
  ])('of %d and %d at %d', (a, b, x, expected) => {
    expect(computeBeta(x, a, b)).toBeCloseTo(expected, 10)
  })
})

describe('the verdict', () => {
  it('needs five calls in both periods', () => {
    const many = { count: 50, mean: 0.4, variance: 0.001 }
    expect(judgeMeans(many, { count: 4, mean: 0.9, variance: 0.001 })).toBe('insufficient')
    expect(judgeMeans({ count: 0, mean: null, variance: null }, many)).toBe('insufficient')
    expect(judgeMeans(many, { count: 5, mean: 0.9, variance: 0.001 })).toBe('probable')
    expect(judgeMeans(many, { count: 5, mean: 0.41, variance: 0.001 })).toBe('uncertain')
  })

  it('compares numbers of calls in complete periods alone', () => {
    expect(judgeCounts(week(3), week(4))).toBe('insufficient')
    expect(judgeCounts(week(0), week(8))).toBe('probable')
    expect(judgeCounts(week(20), week(24))).toBe('uncertain')
    expect(judgeCounts(week(20, WEEK / 2), week(80))).toBe('incomplete')
    // Hours of another time zone are missing.
    expect(judgeCounts(week(20, WEEK - 7_200_000), week(80))).toBe('probable')
  })

  it('is wrong about equal periods in at most about one of 100 cases', () => {
    // Values of one distribution, from a fixed sequence.
    let state = 1
    const next = () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
    const draw = (count: number) => toSample(Array.from({ length: count }, () => next() + next()))
    const wrong = Array.from({ length: 4_000 }, () => judgeMeans(draw(8), draw(12))).filter((one) => one === 'probable')
    expect(wrong.length / 4_000).toBeLessThan(0.015)
  })
})
