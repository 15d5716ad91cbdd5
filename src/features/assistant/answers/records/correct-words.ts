/**
 * Corrects typing errors in the words that kinds of questions know: exchanged neighbors (“decisoins”) and letters that are
 * doubled or not (“custommers”). Other words, and names, stay.
 */
import type { KindRow } from './kind-row.ts'
import { KINDS } from './kinds.ts'
import { NEUTRAL, type Word } from './question-words.ts'
import { CLASSES } from './vocabulary.ts'

/** Minimum length of a corrected word. Short words resemble too many others. */
const LENGTH_MIN = 6

const KNOWN: ReadonlySet<string> = new Set([
  ...NEUTRAL,
  ...Object.values(CLASSES).flat(),
  ...Object.values<KindRow>(KINDS).flatMap(({ patterns, also }) => [
    ...patterns.flatMap((pattern) => pattern.replace(/[\^=]/g, '').split(/[ |]/)),
    ...also.trim().split(/\s+/),
  ]),
])

/** Maximum length of a word with a known correction: of the longest known word, with each letter doubled. */
const LENGTH_MAX = 2 * Math.max(...[...KNOWN].map((word) => word.length))

/** Known words by a spelling in which doubled letters are single. */
const BY_SINGLE: ReadonlyMap<string, readonly string[]> = Map.groupBy(KNOWN, toSingle)

export function correctWords(words: readonly Word[]): Word[] {
  return words.map((word) => {
    const correct = findCorrection(word)
    return correct === undefined ? word : { ...word, word: correct }
  })
}

function findCorrection({ word, written }: Word): string | undefined {
  const isName = /\p{Lu}/u.test(written)
  if (isName || word.length < LENGTH_MIN || word.length > LENGTH_MAX || KNOWN.has(word)) return undefined
  const similar = new Set(BY_SINGLE.get(toSingle(word)))
  for (let at = 0; at + 1 < word.length; at++) {
    const exchanged = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`
    if (KNOWN.has(exchanged)) similar.add(exchanged)
  }
  return similar.size === 1 ? [...similar][0] : undefined
}

function toSingle(word: string): string {
  return word.replace(/(.)\1/gu, '$1')
}
