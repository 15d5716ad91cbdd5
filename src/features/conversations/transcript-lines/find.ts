/** Finds a text in another one, ignoring case, accents and differences in white space. */

/** Start and exclusive end, in code points. */
export interface CodePointRange {
  readonly start: number
  readonly end: number
}

/** Maximum number of matches per line. */
const PLACES_MAX = 1_000

const APOSTROPHES = /[‘’ʼ＇]/g

/** Folds a code point for comparison: lower case, without accents. A combining accent becomes empty. */
const comparable = (letter: string) =>
  letter
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHES, "'")
    .replace(/\s/gu, ' ')

const IS_PLAIN = /^[\x20-\x7e]*$/

/** Normalizes a search text: folded, trimmed, with single spaces. @returns '' if it can't match anything */
export const normalizeQuery = (given: string): string => [...given].map(comparable).join('').trim().replace(/ +/g, ' ')

/** @param wanted search text, normalized by `sought` */
export function findOccurrences(text: string, wanted: string): CodePointRange[] {
  if (wanted === '') return []
  if (IS_PLAIN.test(text))
    return matches(text.toLowerCase(), wanted).map((at) => ({ start: at, end: at + wanted.length }))
  let folded = ''
  /** For each UTF-16 unit of `folded`, the index of its code point in the text. */
  const origins: number[] = []
  let index = 0
  for (const letter of text) {
    const piece = comparable(letter)
    folded += piece
    for (let i = 0; i < piece.length; i++) origins.push(index)
    index++
  }
  return matches(folded, wanted).map((at) => ({
    start: origins[at] ?? 0,
    end: (origins[at + wanted.length - 1] ?? 0) + 1,
  }))
}

function matches(folded: string, wanted: string): number[] {
  const found: number[] = []
  for (
    let at = folded.indexOf(wanted);
    at !== -1 && found.length < PLACES_MAX;
    at = folded.indexOf(wanted, at + wanted.length)
  ) {
    found.push(at)
  }
  return found
}
