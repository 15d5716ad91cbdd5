/**
 * Statistical tests that compare the calls of two periods (decision 123). They need sizes, means and variances only, so
 * that SQL can aggregate any number of calls.
 *
 * - Means: Welch's t-test, two-sided (B. L. Welch, 1947).
 * - Numbers of calls: exact conditional binomial test of two rates (J. Przyborowski and H. Wilenski, 1940).
 */
import { CALLS_MIN } from '../targets/index.ts'

/** Calls of one period that have a figure. */
export interface Sample {
  readonly count: number
  /** Null without calls. */
  readonly mean: number | null
  /** Sample variance. Null with fewer than two calls. */
  readonly variance: number | null
}

/** Number of calls in one period. */
export interface CallCount {
  readonly count: number
  /** Part of the period that the report covers, in milliseconds. */
  readonly covered: number
  /** Length of the period in milliseconds. */
  readonly length: number
}

export const CHANGE_VERDICTS = ['probable', 'uncertain', 'insufficient', 'incomplete'] as const
export type ChangeVerdict = (typeof CHANGE_VERDICTS)[number]

/**
 * Significance level. Reports show five figures together, so that at 1% for each, at most one of 20 reports has a change
 * that is chance alone.
 */
const LEVEL = 0.01
/** Minimum number of calls in both periods together. Of fewer calls, no distribution reaches the level. */
const COUNTS_MIN = 8
/** Minimum covered part of a period, below which numbers of calls aren't compared. Days of time zones differ by hours. */
const COVERED_MIN = 0.9

/** Whether the means of two periods differ by more than chance. */
export function judgeMeans(latest: Sample, previous: Sample): ChangeVerdict {
  if (Math.min(latest.count, previous.count) < CALLS_MIN) return 'insufficient'
  return toVerdict(testMeans(latest, previous))
}

/** Whether the numbers of calls in two periods differ by more than chance, in relation to the lengths of the periods. */
export function judgeCounts(latest: CallCount, previous: CallCount): ChangeVerdict {
  if ([latest, previous].some(({ covered, length }) => covered < COVERED_MIN * length)) return 'incomplete'
  if (latest.count + previous.count < COUNTS_MIN) return 'insufficient'
  return toVerdict(testCounts(latest, previous))
}

const toVerdict = (p: number): ChangeVerdict => (p < LEVEL ? 'probable' : 'uncertain')

/** Probability of a difference at least as large between two samples with the same mean: Welch's t-test, two-sided. */
export function testMeans(one: Sample, other: Sample): number {
  const difference = (one.mean ?? 0) - (other.mean ?? 0)
  const [first, second] = [toSquaredError(one), toSquaredError(other)]
  const squared = first + second
  // All values of each period are the same.
  if (squared === 0) return difference === 0 ? 1 : 0
  const share = first / squared
  const freedom = 1 / (share ** 2 / (one.count - 1) + (1 - share) ** 2 / (other.count - 1))
  return computeBeta(freedom / (freedom + difference ** 2 / squared), freedom / 2, 0.5)
}

const toSquaredError = ({ variance, count }: Sample) => (variance ?? 0) / count

/** Probability of a distribution at least as uneven with the same rate: twice the smaller tail, maximum 1. */
export function testCounts(one: Omit<CallCount, 'length'>, other: Omit<CallCount, 'length'>): number {
  const total = one.count + other.count
  const share = one.covered / (one.covered + other.covered)
  const atLeast = one.count === 0 ? 1 : computeBeta(share, one.count, total - one.count + 1)
  const atMost = one.count === total ? 1 : 1 - computeBeta(share, one.count + 1, total - one.count)
  return Math.min(1, 2 * Math.min(atLeast, atMost))
}

const STEPS_MAX = 300
const PRECISION = 1e-12
/** Replaces a denominator of zero. */
const SMALLEST = 1e-300

/** Regularized incomplete beta function, from its continued fraction (NIST Handbook of Mathematical Functions, 8.17). */
export function computeBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  // The fraction converges fast below the mean.
  if (x > (a + 1) / (a + b + 2)) return 1 - computeBeta(1 - x, b, a)
  const scale = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return (scale * computeFraction(x, a, b)) / a
}

/** Continued fraction of the incomplete beta function, by the modified method of Lentz. */
function computeFraction(x: number, a: number, b: number): number {
  const avoidZero = (value: number) => (Math.abs(value) < SMALLEST ? SMALLEST : value)
  let numerator = 1
  let denominator = 1 / avoidZero(1 - ((a + b) * x) / (a + 1))
  let fraction = denominator
  for (let step = 1; step <= STEPS_MAX; step++) {
    const even = (step * (b - step) * x) / ((a + 2 * step - 1) * (a + 2 * step))
    const odd = (-(a + step) * (a + b + step) * x) / ((a + 2 * step) * (a + 2 * step + 1))
    let factor = 1
    for (const term of [even, odd]) {
      denominator = 1 / avoidZero(1 + term * denominator)
      numerator = avoidZero(1 + term / numerator)
      factor = denominator * numerator
      fraction *= factor
    }
    if (Math.abs(factor - 1) < PRECISION) break
  }
  return fraction
}

/** Coefficients of the approximation by Lanczos with g = 7, accurate to 15 digits. */
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** Logarithm of the gamma function of a positive number. */
function logGamma(x: number): number {
  // Below 0.5, by the reflection formula.
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const base = x + 6.5
  const sum = LANCZOS.reduce(
    (total, coefficient, index) => total + (index === 0 ? coefficient : coefficient / (x - 1 + index)),
    0,
  )
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(sum)
}
