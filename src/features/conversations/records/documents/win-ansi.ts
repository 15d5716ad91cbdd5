/** Encodings of PDF for Latin letters (ISO 32000-1, annex D), and widths of Helvetica. */
import { findCentralCode } from './central-letters.ts'

/** Characters of the codes 0x80 to 0x9f. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
/** Characters that look like one of the encoding. */
const ALIKE: Readonly<Record<string, string>> = {
  ...{ '\u2010': '-', '\u2011': '-', '\u2012': '–', '\u2015': '—', '\u2212': '-', '\u2032': "'", '\u2033': '"' },
  ...{ '\u2000': ' ', '\u2002': ' ', '\u2003': ' ', '\u2009': ' ', '\u202f': ' ', '\u00a0': ' ' },
  ...{ '\u200b': '', '\u200c': '', '\u200d': '', '\u2060': '', '\ufeff': '', '\u00ad': '' },
}

/** Part of a line in one encoding. */
export interface EncodedRun {
  readonly encoding: 'winAnsi' | 'central'
  readonly bytes: number[]
}

/** @returns undefined if a character is in neither encoding */
export function encodeRuns(text: string): readonly EncodedRun[] | undefined {
  const runs: EncodedRun[] = []
  const add = (encoding: EncodedRun['encoding'], code: number) => {
    const last = runs.at(-1)
    if (last?.encoding === encoding) last.bytes.push(code)
    else runs.push({ encoding, bytes: [code] })
  }
  for (const letter of text.normalize('NFC')) {
    for (const each of ALIKE[letter] ?? letter) {
      const [code, central] = [toCode(each), findCentralCode(each)]
      if (code !== undefined) add('winAnsi', code)
      else if (central !== undefined) add('central', central)
      else return undefined
    }
  }
  return runs
}

/** Emoji with their modifiers, and other symbols, which aren't letters of a language. */
const MODIFIER = '(?:[\\u{fe0e}\\u{fe0f}]|\\u{20e3}|[\\u{1f3fb}-\\u{1f3ff}]|[\\u{e0020}-\\u{e007f}])*'
const EMOJI = `\\p{Extended_Pictographic}${MODIFIER}`
const SYMBOLS = new RegExp(
  `\\p{Regional_Indicator}{2}|${EMOJI}(?:\\u{200d}${EMOJI})*|[\\p{So}\\p{Sm}\\p{Sk}\\p{Co}\\u{fe0e}\\u{fe0f}]|\\u{20e3}`,
  'gu',
)

/** Replaces symbols that the encodings don't have, and counts them. */
export function replaceSymbols(text: string, replacement: string): { readonly text: string; readonly count: number } {
  let count = 0
  const replaced = text.replaceAll(SYMBOLS, (symbol) => {
    if (encodeRuns(symbol) !== undefined) return symbol
    count++
    return replacement
  })
  return { text: replaced, count }
}

function toCode(letter: string): number | undefined {
  const point = letter.codePointAt(0) ?? 0
  if ((point >= 0x20 && point <= 0x7e) || (point >= 0xa1 && point <= 0xff)) return point
  const index = letter === ' ' ? -1 : UPPER.indexOf(letter)
  return index === -1 ? undefined : 0x80 + index
}

/** Widths of the codes 0x20 to 0x7e, in thousandths of the size. */
const WIDTHS: readonly number[] = [
  ...[278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278],
  ...[556, 556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556],
  ...[1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778],
  ...[667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556],
  ...[333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556],
  ...[556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584],
]
/** Wider than most letters with accents, so that lines never leave the page. */
const OTHER_WIDTH = 780
/** Largest ratio of a bold letter to a regular one in running text. */
const BOLD = 1.12

/** Width of a text in thousandths of its size. */
export function measureText(text: string, isBold: boolean): number {
  let width = 0
  for (const letter of text) width += WIDTHS[(letter.codePointAt(0) ?? 0) - 0x20] ?? OTHER_WIDTH
  return isBold ? width * BOLD : width
}
