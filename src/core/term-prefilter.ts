/**
 * Prefilter for terms: letters that a text must contain if it contains a term. Searching for them is faster than
 * splitting a text into terms, and most texts contain few of the terms.
 */
import { asSaid, extractTerms, isPlain } from './terms.ts'

/**
 * Common prefix of all words with this term, in lower case as `lowered` returns it. Stemming changes at most the last
 * letter of the rest (`happi`, `hope`), and spelling variants change `or` or `iz` (`colour`, `organise`).
 */
export function requiredPrefix(term: string): string {
  if (/[^a-z]/.test(term)) return toLowerCaseFolded(term)
  const spelled = term.search(/or|iz/)
  return term.slice(0, Math.max(1, Math.min(term.length - 1, spelled < 0 ? term.length : spelled + 1)))
}

/** Lower case regardless of neighboring letters: JavaScript uses the final sigma only at the end of words. */
export const toLowerCaseFolded = (said: string): string => {
  const lower = said.toLowerCase()
  return isPlain(lower) ? lower : lower.replaceAll('ς', 'σ')
}

/** Finds the terms that occur in a text. */
export type TermMatcher = (text: string) => ReadonlySet<string>

export function createTermSight(terms: Iterable<string>): TermMatcher {
  const wanted = new Set(terms)
  if (wanted.size === 0) return () => wanted
  // Terms consist of letters and digits, so they need no escaping.
  const letters = new RegExp([...new Set([...wanted].map(requiredPrefix))].join('|'), 'g')
  return (text) => {
    const found = new Set<string>()
    const note = (read: string) => {
      for (const term of extractTerms(read)) if (wanted.has(term)) found.add(term)
    }
    const said = asSaid(text)
    if (!isPlain(said)) {
      if (toLowerCaseFolded(said).search(letters) >= 0) note(text)
      return found
    }
    const lower = said.toLowerCase()
    letters.lastIndex = 0
    for (let match = letters.exec(lower); match !== null; match = letters.exec(lower)) {
      const { from, to } = wholeRun(lower, match.index, match.index)
      note(said.slice(from, to))
      letters.lastIndex = to
    }
    return found
  }
}

/** Extends a span of a lower-case ASCII text to whole words. */
export function wholeRun(lower: string, from: number, to: number): { readonly from: number; readonly to: number } {
  while (isOfRun(lower.charCodeAt(from - 1))) from--
  while (isOfRun(lower.charCodeAt(to))) to++
  return { from, to }
}

/** Whether a character code is a lower-case ASCII letter or digit. False outside of the text. */
const isOfRun = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
