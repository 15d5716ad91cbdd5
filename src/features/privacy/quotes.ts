/**
 * Quotes of segments that were masked. Half of a number stands in one segment and half in the next: a quote of a half
 * shows the half, and nothing is found in it. So a quote is looked up in what the segment was, and told as it is now.
 */
import type { Found } from '../redaction/index.ts'

/** Shorter texts are no quotes but words like any other. */
const QUOTE_MIN = 4

export function quotesOf() {
  const segments: { text: string; found: readonly Found[] }[] = []
  return {
    /** @param found what was masked of the text, in its order */
    add(text: string, found: readonly Found[]) {
      segments.push({ text, found })
    },
    /** @returns the quote as it is now; undefined when it is none of what was masked */
    find(quote: string): string | undefined {
      if (quote.length < QUOTE_MIN) return undefined
      for (const { text, found } of segments) {
        for (const at of placesOf(text, quote)) {
          const touched = found.filter(({ from, to }) => from < at + quote.length && to > at)
          if (touched.length > 0) return masked(quote, at, touched)
        }
      }
      return undefined
    },
  }
}

/** Where a quote stands in a text, as whole words. */
function* placesOf(text: string, quote: string): Generator<number> {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const [before, behind] = [text[at - 1], text[at + quote.length]]
    const isCut = (isWord(before) && isWord(quote[0])) || (isWord(behind) && isWord(quote.at(-1)))
    if (!isCut) yield at
  }
}

function masked(quote: string, at: number, found: readonly Found[]): string {
  let now = ''
  let behind = 0
  for (const { from, to, mask } of found) {
    now += quote.slice(behind, Math.max(from - at, 0)) + mask
    behind = Math.min(to - at, quote.length)
  }
  return now + quote.slice(behind)
}
