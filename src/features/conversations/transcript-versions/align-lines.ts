/**
 * Aligns the lines of two versions of a transcript. Pure functions, in near-linear time for any input: lines are compared by
 * numbers, anchors are unique in both versions (patience diff), and the depth of the recursion is limited.
 */
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** A line of both versions, or of one of them. Positions from 0. */
export interface LinePair {
  /** Undefined for an added line. */
  readonly before: number | undefined
  /** Undefined for a removed line. */
  readonly after: number | undefined
}

/** Maximum depth of the recursion between anchors. Deeper parts are aligned by the next kind of key, or by position. */
const DEPTH_MAX = 16

/** Number of each line by its key. Equal keys of both versions have equal numbers. */
interface LineKeys {
  readonly before: Int32Array
  readonly after: Int32Array
}

/** Lines `fromBefore` to `toBefore` of one version and `fromAfter` to `toAfter` of the other; ends are exclusive. */
interface LineRange {
  readonly fromBefore: number
  readonly toBefore: number
  readonly fromAfter: number
  readonly toAfter: number
}

const KEYS: readonly ((segment: TranscriptSegment) => string | undefined)[] = [
  (segment) => `${segment.start} ${segmentText(segment)}`,
  (segment) => segmentText(segment),
  // A corrected line keeps its start.
  ({ start }) => (start === null ? undefined : String(start)),
]

/** @returns pairs in the order of both versions. Each line of each version occurs exactly once */
export function alignLines(before: readonly TranscriptSegment[], after: readonly TranscriptSegment[]): LinePair[] {
  /** Position in `after` for each line of `before`; -1 without one. */
  const matches = new Int32Array(before.length).fill(-1)
  let open: LineRange[] = [{ fromBefore: 0, toBefore: before.length, fromAfter: 0, toAfter: after.length }]
  for (const toKey of KEYS) {
    if (open.length === 0) break
    const keys = numberKeys(before, after, toKey)
    open = open.flatMap((range) => matchRange(keys, range, matches))
  }
  for (const range of open) matchByPosition(range, matches)
  return toPairs(matches, after.length)
}

function numberKeys(
  before: readonly TranscriptSegment[],
  after: readonly TranscriptSegment[],
  toKey: (segment: TranscriptSegment) => string | undefined,
): LineKeys {
  const numbers = new Map<string, number>()
  // A line without a key equals no other.
  let unequal = 0
  const toNumbers = (segments: readonly TranscriptSegment[]) =>
    Int32Array.from(segments, (segment) => {
      const key = toKey(segment)
      if (key === undefined) return --unequal
      const number = numbers.get(key) ?? numbers.size
      numbers.set(key, number)
      return number
    })
  return { before: toNumbers(before), after: toNumbers(after) }
}

/** Matches lines with equal keys. @returns parts without a match that have lines of both versions */
function matchRange({ before, after }: LineKeys, whole: LineRange, matches: Int32Array): LineRange[] {
  const open: LineRange[] = []
  const stack = [{ range: whole, depth: 0 }]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    let { fromBefore, toBefore, fromAfter, toAfter } = next.range
    while (fromBefore < toBefore && fromAfter < toAfter && before[fromBefore] === after[fromAfter]) {
      matches[fromBefore++] = fromAfter++
    }
    while (fromBefore < toBefore && fromAfter < toAfter && before[toBefore - 1] === after[toAfter - 1]) {
      matches[--toBefore] = --toAfter
    }
    if (fromBefore === toBefore || fromAfter === toAfter) continue
    const rest = { fromBefore, toBefore, fromAfter, toAfter }
    const anchors = next.depth < DEPTH_MAX ? findAnchors({ before, after }, rest) : []
    if (anchors.length === 0) {
      open.push(rest)
      continue
    }
    for (const [i, j] of [...anchors, [toBefore, toAfter] as const]) {
      if (i < toBefore) matches[i] = j
      stack.push({ range: { fromBefore, toBefore: i, fromAfter, toAfter: j }, depth: next.depth + 1 })
      ;[fromBefore, fromAfter] = [i + 1, j + 1]
    }
  }
  return open.toSorted((a, b) => a.fromBefore - b.fromBefore)
}

/** Lines whose key occurs once in each version, in the longest sequence that is in order in both. */
function findAnchors({ before, after }: LineKeys, range: LineRange): (readonly [number, number])[] {
  const places = new Map<number, { before: number; after: number }>()
  for (let i = range.fromBefore; i < range.toBefore; i++) {
    const key = before[i] ?? -1
    places.set(key, { before: places.has(key) ? -1 : i, after: -2 })
  }
  for (let j = range.fromAfter; j < range.toAfter; j++) {
    const place = places.get(after[j] ?? -1)
    if (place !== undefined) place.after = place.after === -2 ? j : -1
  }
  const unique = [...places.values()].filter((place) => place.before >= 0 && place.after >= 0)
  return findLongestIncrease(unique.map((place) => [place.before, place.after] as const))
}

/** Longest subsequence whose second numbers increase, by patience sorting. */
function findLongestIncrease(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = []
  const previous = new Int32Array(pairs.length).fill(-1)
  for (const [at, [, value]] of pairs.entries()) {
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[at] = low === 0 ? -1 : (tails[low - 1] ?? -1)
    tails[low] = at
  }
  const found: (readonly [number, number])[] = []
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const pair = pairs[at]
    if (pair !== undefined) found.push(pair)
  }
  return found.reverse()
}

function matchByPosition({ fromBefore, toBefore, fromAfter, toAfter }: LineRange, matches: Int32Array): void {
  const count = Math.min(toBefore - fromBefore, toAfter - fromAfter)
  for (let at = 0; at < count; at++) matches[fromBefore + at] = fromAfter + at
}

function toPairs(matches: Int32Array, afterLength: number): LinePair[] {
  const pairs: LinePair[] = []
  let next = 0
  const addUntil = (end: number) => {
    for (; next < end; next++) pairs.push({ before: undefined, after: next })
  }
  for (const [before, after] of matches.entries()) {
    if (after < 0) {
      pairs.push({ before, after: undefined })
      continue
    }
    addUntil(after)
    pairs.push({ before, after })
    next = after + 1
  }
  addUntil(afterLength)
  return pairs
}
