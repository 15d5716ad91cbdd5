/**
 * Neighbouring terms: which of a question's stand side by side in a text. Most texts hold none of them, and are told by
 * a few letters, which is five times as quick as reading their terms.
 */
import { asSaid, termsOf } from './terms.ts'

/** How many different pairs of neighbours, in their order, stand within one of the texts. */
export type CountPairs = (texts: readonly string[]) => number

/** @returns undefined where there are no neighbours to look for */
export function createPairCount(terms: readonly string[]): CountPairs | undefined {
  const pairs = new Set(pairsOf(terms))
  if (pairs.size === 0) return undefined
  const letters = terms.slice(1).map((term, at) => [sureLettersOf(terms[at] ?? ''), sureLettersOf(term)] as const)
  const mayHold = (text: string) => {
    const said = asSaid(text)
    return letters.some(([one, other]) => said.includes(one) && said.includes(other))
  }
  return (texts) => {
    const found = new Set<string>()
    for (const text of texts) {
      if (!mayHold(text)) continue
      for (const pair of pairsOf(termsOf(text))) if (pairs.has(pair)) found.add(pair)
    }
    return found.size
  }
}

const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)

/**
 * Letters that every word holds which comes to this term: stemming changes what it leaves in the last letter at most
 * (`happi`, `hope`), and the other spelling in an `or` or `iz` (`colour`, `organise`).
 */
function sureLettersOf(term: string): string {
  if (/[^a-z]/.test(term)) return term
  const spelled = term.search(/or|iz/)
  return term.slice(0, Math.max(1, Math.min(term.length - 1, spelled < 0 ? term.length : spelled + 1)))
}
