/** Comparison of texts by stems. */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'

/** Stems of the words of a name, without stop words. */
export const readStems = (name: string): string[] =>
  splitWords(name)
    .filter((word) => !isSmallWord(word))
    .map(stemWord)

export const isTermIn = (text: string, stem: string): boolean =>
  splitWords(text).some((word) => stemWord(word) === stem)

/** Whether a text contains all stems. */
export const containsAll = (text: string, stems: readonly string[]): boolean => {
  const own = new Set(splitWords(text).map(stemWord))
  return stems.every((stem) => own.has(stem))
}
