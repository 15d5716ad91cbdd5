/** Prepares text for fonts: removes what has no shape, and replaces what no font has. */

/** Scripts whose letters have one shape and stand next to each other, so that they need no shaping. */
const SUPPORTED =
  /^[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Zyyy}\p{sc=Zinh}]$/u

/** Emoji with their modifiers, and other symbols, which aren't letters of a language. */
const MODIFIER = '(?:[\\u{fe0e}\\u{fe0f}]|\\u{20e3}|[\\u{1f3fb}-\\u{1f3ff}]|[\\u{e0020}-\\u{e007f}])*'
const EMOJI = `\\p{Extended_Pictographic}${MODIFIER}`
const SYMBOLS = new RegExp(
  `\\p{Regional_Indicator}{2}|${EMOJI}(?:\\u{200d}${EMOJI})*|[\\p{So}\\p{Sm}\\p{Sk}\\p{Co}]|\\u{20e3}`,
  'gu',
)
/** Characters without a shape: controls, joiners, marks of direction and selectors of variants. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu

/** The text has letters that the fonts don't have. */
export class UnsupportedLetters extends Error {
  override readonly name = 'UnsupportedLetters'
  constructor() {
    super('The text has letters that a PDF of Parley cannot contain.')
  }
}

/** Composes letters with their accents, and reduces white space to single spaces. */
export const cleanText = (text: string): string => text.toWellFormed().normalize('NFC').replaceAll(/\s+/g, ' ').trim()

/** Adds the letters of a text. */
export function collectLetters(text: string, letters: Set<string>): void {
  for (const letter of text.replaceAll(SHAPELESS, '')) letters.add(letter)
}

/**
 * Replaces symbols and rare letters without a font, counts them, and removes characters without a shape.
 * @throws UnsupportedLetters
 */
export function replaceMissing(
  text: string,
  fonts: { readonly has: (letter: string) => boolean },
  replacement: string,
): { readonly text: string; readonly count: number } {
  let count = 0
  const replace = () => {
    count++
    return replacement
  }
  const shaped = text
    .replaceAll(SYMBOLS, (symbol) => {
      const shape = symbol.replaceAll(SHAPELESS, '')
      return [...shape].some((each) => !fonts.has(each)) ? replace() : shape
    })
    .replaceAll(SHAPELESS, '')
  let result = ''
  for (const letter of shaped) {
    if (fonts.has(letter)) result += letter
    else if (SUPPORTED.test(letter)) result += replace()
    else throw new UnsupportedLetters()
  }
  return { text: result, count }
}
