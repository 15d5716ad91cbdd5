/**
 * Neighbouring terms: which of a question's stand side by side in a text. Where they may, their letters tell, so that of
 * most texts nothing is read, and of others a few words.
 */
import { lowered, sureLettersOf, wholeRun } from './term-letters.ts'
import { asSaid, isPlain, SMALL_WORD_LENGTH, termsOf } from './terms.ts'

/** How many different pairs of neighbours, in their order, stand within one of the texts. */
export type CountPairs = (texts: readonly string[]) => number

interface Pair {
  readonly one: string
  readonly other: string
  /** What a plain text holds, in lower case, where this pair begins. */
  readonly letters: RegExp
}

/** @returns undefined where there are no neighbours to look for */
export function createPairCount(terms: readonly string[]): CountPairs | undefined {
  const pairs = new Map<string, Pair>()
  for (const [at, other] of terms.slice(1).entries()) {
    const one = terms[at] ?? ''
    pairs.set(`${one} ${other}`, { one, other, letters: lettersOf(sureLettersOf(one), sureLettersOf(other)) })
  }
  if (pairs.size === 0) return undefined
  return (texts) => {
    const read = texts.map(reading)
    let count = 0
    for (const pair of pairs.values()) if (read.some((holds) => holds(pair))) count++
    return count
  }
}

/** Whether the text holds a pair. */
function reading(text: string): (pair: Pair) => boolean {
  const said = asSaid(text)
  if (!isPlain(said)) return readingAll(text, lowered(said))
  const lower = said.toLowerCase()
  return ({ one, other, letters }) => {
    for (let from = 0; ; from++) {
      letters.lastIndex = from
      const match = letters.exec(lower)
      if (match === null) return false
      from = match.index
      const words = wholeRun(lower, from, from + match[0].length)
      if (areNeighbours(termsOf(said.slice(words.from, words.to)), one, other)) return true
    }
  }
}

/** Beyond ASCII an expression takes longer to be made than texts take to be read. */
function readingAll(text: string, lower: string): (pair: Pair) => boolean {
  let terms: readonly string[] | undefined
  return ({ one, other }) => {
    if (!lower.includes(sureLettersOf(one)) || !lower.includes(sureLettersOf(other))) return false
    terms ??= termsOf(text)
    return areNeighbours(terms, one, other)
  }
}

const areNeighbours = (terms: readonly string[], one: string, other: string): boolean =>
  terms.some((term, at) => term === one && terms[at + 1] === other)

/** What stands between neighbours at most: words as short as the small ones. */
const BETWEEN = `(?:[^a-z\\d]+[a-z\\d]{1,${SMALL_WORD_LENGTH}})*[^a-z\\d]+`

/** Two words, or one that is read as several: `getStorageValues` is itself, `get`, `storage`, `values`. */
const lettersOf = (one: string, other: string): RegExp =>
  new RegExp([`${one}[a-z\\d]*(?:${BETWEEN})?${other}`, ...overlapsOf(one, other)].join('|'), 'g')

/** Letters of both where the second begins within the first. */
function overlapsOf(one: string, other: string): string[] {
  const overlaps: string[] = []
  for (let from = 0; from < one.length; from++) {
    const shared = one.slice(from)
    if (shared.startsWith(other)) overlaps.push(one)
    else if (other.startsWith(shared)) overlaps.push(one + other.slice(shared.length))
  }
  return overlaps
}
