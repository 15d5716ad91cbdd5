/**
 * Replaces quotes of redacted segments. If a number extends over two segments, a quote of one half contains half of the
 * number, which no rule detects. Quotes are therefore located in the original segment and redacted there.
 */
import type { SensitiveSpan } from '../../text/redaction/index.ts'

/** Minimum length of a quote. Shorter texts are treated like any other text. */
const QUOTE_MIN = 4

export function createQuoteMasker() {
  const segments: { text: string; found: readonly SensitiveSpan[] }[] = []
  return {
    /** @param found matches that were redacted in the text, in order */
    add(text: string, found: readonly SensitiveSpan[]) {
      segments.push({ text, found })
    },
    /** @returns the redacted quote; undefined if the quote contains nothing that was redacted */
    find(quote: string): string | undefined {
      if (quote.length < QUOTE_MIN) return undefined
      for (const { text, found } of segments) {
        for (const at of findQuotePositions(text, quote)) {
          const touched = found.filter(({ from, to }) => from < at + quote.length && to > at)
          if (touched.length > 0) return maskQuote(quote, at, touched)
        }
      }
      return undefined
    },
  }
}

/** Positions of a quote in a text, at word boundaries. */
function* findQuotePositions(text: string, quote: string): Generator<number> {
  const isWord = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character)
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const [before, behind] = [text[at - 1], text[at + quote.length]]
    const isCut = (isWord(before) && isWord(quote[0])) || (isWord(behind) && isWord(quote.at(-1)))
    if (!isCut) yield at
  }
}

function maskQuote(quote: string, at: number, found: readonly SensitiveSpan[]): string {
  let now = ''
  let behind = 0
  for (const { from, to, mask } of found) {
    now += quote.slice(behind, Math.max(from - at, 0)) + mask
    behind = Math.min(to - at, quote.length)
  }
  return now + quote.slice(behind)
}
