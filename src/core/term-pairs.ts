/**
 * Counts adjacent query terms in texts. A prefilter by letters skips most texts, and reads only a few words of the
 * others.
 */
import { requiredPrefix, toLowerCaseFolded, wholeRun } from './term-prefilter.ts'
import { asSaid, extractTerms, isPlain, SMALL_WORD_LENGTH } from './terms.ts'

/** Number of different pairs of adjacent terms, in query order, that occur in one of the texts. */
export type CountPairs = (texts: readonly string[]) => number

interface Pair {
  readonly first: string
  readonly second: string
  /** Letters that a lower-case ASCII text contains where this pair starts. */
  readonly letters: RegExp
}

/** @returns undefined if there are no pairs */
export function createPairCount(terms: readonly string[]): CountPairs | undefined {
  const pairs = new Map<string, Pair>()
  for (const [at, other] of terms.slice(1).entries()) {
    const one = terms[at] ?? ''
    pairs.set(`${one} ${other}`, {
      first: one,
      second: other,
      letters: compilePairPattern(requiredPrefix(one), requiredPrefix(other)),
    })
  }
  if (pairs.size === 0) return undefined
  return (texts) => {
    const read = texts.map(createPairTest)
    let count = 0
    for (const pair of pairs.values()) if (read.some((holds) => holds(pair))) count++
    return count
  }
}

/** Returns a function that checks whether the text contains a pair. */
function createPairTest(text: string): (pair: Pair) => boolean {
  const said = asSaid(text)
  if (!isPlain(said)) return createFullPairTest(text, toLowerCaseFolded(said))
  const lower = said.toLowerCase()
  return ({ first, second, letters }) => {
    for (let from = 0; ; from++) {
      letters.lastIndex = from
      const match = letters.exec(lower)
      if (match === null) return false
      from = match.index
      const words = wholeRun(lower, from, from + match[0].length)
      if (areNeighbours(extractTerms(said.slice(words.from, words.to)), first, second)) return true
    }
  }
}

/** Reads the whole text. For text beyond ASCII, this is faster than building a regular expression. */
function createFullPairTest(text: string, lower: string): (pair: Pair) => boolean {
  let terms: readonly string[] | undefined
  return ({ first, second }) => {
    if (!lower.includes(requiredPrefix(first)) || !lower.includes(requiredPrefix(second))) return false
    terms ??= extractTerms(text)
    return areNeighbours(terms, first, second)
  }
}

const areNeighbours = (terms: readonly string[], one: string, other: string): boolean =>
  terms.some((term, at) => term === one && terms[at + 1] === other)

/** Text allowed between two terms: separators and words up to the length of stop words. */
const BETWEEN = `(?:[^a-z\\d]+[a-z\\d]{1,${SMALL_WORD_LENGTH}})*[^a-z\\d]+`

/** Two words, or one word that is also read as several: `getStorageValues` is itself, `get`, `storage` and `values`. */
const compilePairPattern = (one: string, other: string): RegExp =>
  new RegExp([`${one}[a-z\\d]*(?:${BETWEEN})?${other}`, ...listOverlaps(one, other)].join('|'), 'g')

/** Combinations of both terms in which the second starts within the first. */
function listOverlaps(one: string, other: string): string[] {
  const overlaps: string[] = []
  for (let from = 0; from < one.length; from++) {
    const shared = one.slice(from)
    if (shared.startsWith(other)) overlaps.push(one)
    else if (other.startsWith(shared)) overlaps.push(one + other.slice(shared.length))
  }
  return overlaps
}
