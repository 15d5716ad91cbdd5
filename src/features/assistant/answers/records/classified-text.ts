/** Text of a question that is classified, and its words. */
import type { Word } from './question-words.ts'

/** Words that replace names, because names say nothing about the kind of a question. */
export const NAME_SUBSTITUTES = { person: 'anna', account: 'acme' } as const

/** Joins the normalized words, with substitutes for names. */
export const toClassifiedText = (
  question: readonly Word[],
  names: ReadonlyMap<string, keyof typeof NAME_SUBSTITUTES>,
): string =>
  question
    .map(({ word }) => {
      const type = names.get(word)
      return type === undefined ? word : NAME_SUBSTITUTES[type]
    })
    // “Anna Schmidt” is one name.
    .filter((word, at, all) => word !== all[at - 1] || !Object.values(NAME_SUBSTITUTES).some((name) => name === word))
    .join(' ')

/** Words of a text and pairs of them, each once. */
export function readKindWords(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '')
  return [...new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)])]
}
