/**
 * Corrects typing errors in the words that kinds of questions know: exchanged neighbors (“decisoins”) and letters that are
 * doubled or not (“custommers”). Other words, and names, stay.
 */
import { PATTERN_WORDS } from './known-words.ts'
import type { Word } from './question-words.ts'

/** Minimum length of a corrected word. Short words resemble too many others. */
const LENGTH_MIN = 6

/** Maximum length of a word with a known correction: of the longest known word, with each letter doubled. */
const LENGTH_MAX = 2 * Math.max(...[...PATTERN_WORDS].map((word) => word.length))

/** Known words by a spelling in which doubled letters are single. */
const BY_SINGLE: ReadonlyMap<string, readonly string[]> = Map.groupBy(PATTERN_WORDS, toSingle)

export function correctWords(words: readonly Word[]): Word[] {
  return words.map((word) => {
    const correct = findCorrection(word)
    return correct === undefined ? word : { ...word, word: correct }
  })
}

function findCorrection({ word, written }: Word): string | undefined {
  const isName = /\p{Lu}/u.test(written)
  if (isName || word.length < LENGTH_MIN || word.length > LENGTH_MAX || PATTERN_WORDS.has(word)) return undefined
  const similar = new Set(BY_SINGLE.get(toSingle(word)))
  for (let at = 0; at + 1 < word.length; at++) {
    const exchanged = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
    if (PATTERN_WORDS.has(exchanged)) similar.add(exchanged)
  }
  return similar.size === 1 ? [...similar][0] : undefined
}

function toSingle(word: string): string {
  return word.replace(/(.)\1/gu, '$1')
}
