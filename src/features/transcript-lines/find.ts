/** Where a text stands in another one, whatever the case and accents of both, and however blank the blanks. */

/** From and up to, in code points. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** Far more than anybody looks at in one line. */
const PLACES_MAX = 1_000

const APOSTROPHES = /[‘’ʼ＇]/g

/** One code point as it is compared: without accents, in lower case; an accent by itself is nothing. */
const comparable = (letter: string) =>
  letter
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(APOSTROPHES, "'")
    .replace(/\s/gu, ' ')

const IS_PLAIN = /^[\x20-\x7e]*$/

/** What is looked for: without blanks around it, one between words. @returns '' for what can stand nowhere */
export const sought = (given: string): string => [...given].map(comparable).join('').trim().replace(/ +/g, ' ')

/** @param wanted as `sought` gives it */
export function placesOf(text: string, wanted: string): Place[] {
  if (wanted === '') return []
  if (IS_PLAIN.test(text))
    return matches(text.toLowerCase(), wanted).map((at) => ({ start: at, end: at + wanted.length }))
  let folded = ''
  /** Of each unit of `folded`, the code point it comes of. */
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
