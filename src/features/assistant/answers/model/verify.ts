/**
 * Verifies quotes from a language model. Whitespace, case, quotation marks and dashes can differ. The result is always
 * the verbatim source text.
 */
import { stemWord } from '../../../../core/stems.ts'
import { isSmallWord, splitWords } from '../../../../core/terms.ts'

/** Minimum length of a quote. Shorter ones occur in every text and prove nothing. */
const WORDS_MIN = 2
const CHARACTERS_MIN = 8

/** @returns the verbatim part of the text that matches the quote, or undefined */
export function findQuote(quote: string, text: string): string | undefined {
  const wanted = plain(
    quote
      .trim()
      .replace(/^["'“”‘’«»]+|["'“”‘’«»]+$/g, '')
      .replace(/^(?:\.{3}|…)|(?:\.{3}|…)$/g, '')
      .trim(),
  )
  if (wanted.text.length < CHARACTERS_MIN && splitWords(wanted.text).length < WORDS_MIN) return undefined
  const given = plain(text)
  const at = given.text.indexOf(wanted.text)
  if (wanted.text === '' || at === -1) return undefined
  const from = given.positions[at] ?? 0
  const to = given.positions[at + wanted.text.length - 1] ?? 0
  const found = text.slice(from, to + 1).trim()
  return found === '' ? undefined : found
}

/** Case-folds the text and maps every character back to its index in the original. */
function plain(text: string): { text: string; positions: readonly number[] } {
  let folded = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at)
    if (/\s/.test(unit)) {
      if (folded.endsWith(' ') || folded === '') continue
      folded += ' '
    } else {
      // Letters that become two characters in lower case stay unchanged, so that indexes match.
      const low = unit.toLowerCase()
      folded += ALIKE[unit] ?? (low.length === 1 ? low : unit)
    }
    places.push(at)
  }
  return folded.endsWith(' ') ? { text: folded.slice(0, -1), positions: places } : { text: folded, positions: places }
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

/** Minimum ratio of the terms in a sentence that its evidence must contain. */
const SUPPORT_MIN = 0.34

/** Whether the evidence supports the sentence. A valid quote alone doesn't prove an unrelated claim. */
export function isSupported(sentence: string, grounds: readonly string[]): boolean {
  const known = new Set(grounds.flatMap(termsIn))
  const terms = [...new Set(termsIn(sentence))]
  if (terms.length === 0) return false
  return terms.filter((term) => known.has(term)).length / terms.length >= SUPPORT_MIN
}

const termsIn = (text: string) =>
  splitWords(text)
    .filter((word) => !isSmallWord(word))
    .map(stemWord)
