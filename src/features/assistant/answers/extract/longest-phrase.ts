/** The longest phrase of a question that a sentence repeats: “comparable store sales”. */
import type { RankingQuestion } from '../../../text/passage-ranking/index.ts'
import { isFormTerm } from './answerable.ts'

/** Minimum number of terms of a phrase. Two terms in a row are often a name or a common expression. */
const TERMS_MIN = 3
/** Maximum number of terms of a question that are compared. */
const ASKED_MAX = 40

/** Terms of a question in order, without those that describe the form of the answer. */
export const readPhraseTerms = ({ terms }: Pick<RankingQuestion, 'terms'>): readonly string[] =>
  terms.filter((term) => !isFormTerm(term)).slice(0, ASKED_MAX)

/**
 * Number of terms in the longest row of the question's terms that the sentence contains in the same order, relative to
 * all of its terms, 0 to 1. 0 if it has fewer than three terms.
 * @param asked terms of the question in order (`readPhraseTerms`)
 * @param said stems of the sentence in order, without small words
 */
export function computePhraseRatio(asked: readonly string[], said: readonly string[]): number {
  if (said.filter((word) => asked.includes(word)).length < TERMS_MIN) return 0
  let longest = 0
  // The length of the row that ends at each term of the question and the current word.
  let previous = new Array<number>(asked.length + 1).fill(0)
  for (const word of said) {
    const current = new Array<number>(asked.length + 1).fill(0)
    asked.forEach((term, at) => {
      if (term === word) current[at + 1] = (previous[at] ?? 0) + 1
    })
    longest = Math.max(longest, ...current)
    previous = current
  }
  return longest < TERMS_MIN ? 0 : longest / asked.length
}
