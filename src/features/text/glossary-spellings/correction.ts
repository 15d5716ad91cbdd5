/** Replaces a misheard form with its term. */
import type { SpellingMatch } from './matcher.ts'

const POSSESSIVE = /['’ʼ]s$/iu

/** The term, with the possessive or plural ending of the form in the text. */
export function toCorrection(said: string, { entry, spelling }: Pick<SpellingMatch, 'entry' | 'spelling'>): string {
  const { term } = entry
  const [possessive] = POSSESSIVE.exec(said) ?? []
  if (possessive !== undefined) return POSSESSIVE.test(spelling.text) ? term : term + possessive
  const isPlural = /s$/i.test(said) && !/s$/i.test(spelling.text) && !/s$/i.test(term)
  return isPlural ? `${term}s` : term
}
