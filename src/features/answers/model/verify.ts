/**
 * Looks up what a language model says that somebody said. A quote is found with other blanks, case, quotation marks and
 * dashes than the text has; what counts from then on are the text's own words.
 */
import { isSmallWord, stemOf, wordsOf } from '../../../core/terms.ts'

/** Shorter ones stand in every text and prove nothing. */
const WORDS_MIN = 2
const CHARACTERS_MIN = 8

/** @returns the part of the text that the quote is, verbatim; undefined when it is none */
export function findQuote(quote: string, text: string): string | undefined {
  const wanted = plain(
    quote
      .trim()
      .replace(/^["'“”‘’«»]+|["'“”‘’«»]+$/g, '')
      .replace(/^(?:\.{3}|…)|(?:\.{3}|…)$/g, '')
      .trim(),
  )
  if (wanted.text.length < CHARACTERS_MIN && wordsOf(wanted.text).length < WORDS_MIN) return undefined
  const given = plain(text)
  const at = given.text.indexOf(wanted.text)
  if (wanted.text === '' || at === -1) return undefined
  const from = given.places[at] ?? 0
  const to = given.places[at + wanted.text.length - 1] ?? 0
  const found = text.slice(from, to + 1).trim()
  return found === '' ? undefined : found
}

/** Folded letter by letter, with the place in the text that each one comes from. */
function plain(text: string): { text: string; places: readonly number[] } {
  let folded = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at)
    if (/\s/.test(unit)) {
      if (folded.endsWith(' ') || folded === '') continue
      folded += ' '
    } else {
      // Some letters become two in lower case; those stay as they are, so that places stay true.
      const low = unit.toLowerCase()
      folded += ALIKE[unit] ?? (low.length === 1 ? low : unit)
    }
    places.push(at)
  }
  return folded.endsWith(' ') ? { text: folded.slice(0, -1), places } : { text: folded, places }
}

const ALIKE: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  '‑': '-',
}

/** How much of what a sentence says must stand in what it is said to stand on. */
const SUPPORT_MIN = 0.34

/** Whether a sentence speaks of what its proofs speak of: a quote that stands proves nothing about anything else. */
export function isSupported(sentence: string, grounds: readonly string[]): boolean {
  const known = new Set(grounds.flatMap(termsIn))
  const terms = [...new Set(termsIn(sentence))]
  if (terms.length === 0) return false
  return terms.filter((term) => known.has(term)).length / terms.length >= SUPPORT_MIN
}

const termsIn = (text: string) =>
  wordsOf(text)
    .filter((word) => !isSmallWord(word))
    .map(stemOf)
