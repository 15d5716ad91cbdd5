/** Text of a question whose vector is classified. */
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
