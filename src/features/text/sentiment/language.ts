/** Whether a text is English, by its most frequent words. */
import { isSmallWord, splitWords } from '../../../core/terms.ts'

/** Minimum ratio of English stop words. English speech has about 0.4, German and French less than 0.15. */
const RATIO_MIN = 0.2
/** Number of words that are examined. */
const WORDS_MAX = 2_000

export function isEnglish(texts: Iterable<string>): boolean {
  let [all, small] = [0, 0]
  for (const text of texts) {
    for (const word of splitWords(text)) {
      all++
      if (isSmallWord(word)) small++
    }
    if (all >= WORDS_MAX) break
  }
  return all > 0 && small / all >= RATIO_MIN
}
