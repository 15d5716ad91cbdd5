/**
 * Letters that a text must hold where a term stands in it. Looking for them is quicker than reading all the terms of
 * a text, and most texts hold few of those that are looked for.
 */
import { asSaid, isPlain, termsOf } from './terms.ts'

/**
 * The beginning of every word that comes to this term: stemming changes what it leaves in the last letter at most
 * (`happi`, `hope`), and the other spelling in an `or` or `iz` (`colour`, `organise`). Lower case, as `lowered` has it.
 */
export function sureLettersOf(term: string): string {
  if (/[^a-z]/.test(term)) return lowered(term)
  const spelled = term.search(/or|iz/)
  return term.slice(0, Math.max(1, Math.min(term.length - 1, spelled < 0 ? term.length : spelled + 1)))
}

/** Lower case whatever stands around: of the two small sigmas JavaScript takes one at the end of words only. */
export const lowered = (said: string): string => {
  const lower = said.toLowerCase()
  return isPlain(lower) ? lower : lower.replaceAll('ς', 'σ')
}

/** Those of some terms that stand in a text, each once. */
export type TermSight = (text: string) => ReadonlySet<string>

export function createTermSight(terms: Iterable<string>): TermSight {
  const wanted = new Set(terms)
  if (wanted.size === 0) return () => wanted
  // Terms are letters and digits: no sign of an expression is among them.
  const letters = new RegExp([...new Set([...wanted].map(sureLettersOf))].join('|'), 'g')
  return (text) => {
    const found = new Set<string>()
    const note = (read: string) => {
      for (const term of termsOf(read)) if (wanted.has(term)) found.add(term)
    }
    const said = asSaid(text)
    if (!isPlain(said)) {
      if (lowered(said).search(letters) >= 0) note(text)
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

/** A stretch of a plain text in lower case, made longer until it cuts no word. */
export function wholeRun(lower: string, from: number, to: number): { readonly from: number; readonly to: number } {
  while (isOfRun(lower.charCodeAt(from - 1))) from--
  while (isOfRun(lower.charCodeAt(to))) to++
  return { from, to }
}

/** Letters and digits of ASCII, lower case; nothing beyond either end of a text is one. */
const isOfRun = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57)
