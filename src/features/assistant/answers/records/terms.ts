/** Comparison of texts by stems. */
import { isSmallWord, stemOf, wordsOf } from '../../../../core/terms.ts'

/** Stems of the words of a name, without stop words. */
export const readStems = (name: string): string[] =>
  wordsOf(name)
    .filter((word) => !isSmallWord(word))
    .map(stemOf)

export const isTermIn = (text: string, stem: string): boolean => wordsOf(text).some((word) => stemOf(word) === stem)

/** Whether a text contains all stems. */
export const containsAll = (text: string, stems: readonly string[]): boolean => {
  const own = new Set(wordsOf(text).map(stemOf))
  return stems.every((stem) => own.has(stem))
}
