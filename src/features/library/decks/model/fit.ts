/** Shortens texts to fit their position. */
import { shortened } from '../../../text/extractive-summary/index.ts'

/** Returns a single line without invisible characters, shortened between words if needed. */
export const fitLine = (text: string, max: number): string => shortened(plain(text), max)

export const plain = (text: string): string =>
  text
    .toWellFormed()
    // Joiners are needed for letters and emoji. Other invisible characters can reverse or hide text.
    .replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\ufffd\s]+/gu, ' ')
    .trim()

/** Capitalizes the first letter. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
