/** Texts made to fit their place. */
import { shortened } from '../gist/index.ts'

/** In one line, without signs that no page shows, cut between words where it is too long. */
export const fitted = (text: string, max: number): string => shortened(plain(text), max)

export const plain = (text: string): string =>
  text
    .toWellFormed()
    // Joiners shape letters and emoji; other invisible signs turn text around or hide it.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd\s]+/gu, ' ')
    .trim()

/** Begins like a sentence. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
