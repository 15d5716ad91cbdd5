/** Pure text functions of insight evaluation. */
import type { TranscriptSegment } from '../../text/transcripts/index.ts'

/**
 * Returns the range of words of a segment that contain the quote, from 0. Undefined if the segment doesn't contain it.
 */
export function wordsHolding(
  { words }: Pick<TranscriptSegment, 'words'>,
  quote: string,
): { first: number; last: number } | undefined {
  const text = words.map((word) => word.text).join(' ')
  const from = text.indexOf(quote)
  if (from === -1 || quote === '') return undefined
  const to = from + quote.length
  let at = 0
  let first: number | undefined
  for (const [index, word] of words.entries()) {
    const end = at + word.text.length
    if (first === undefined && end > from) first = index
    if (first !== undefined && end >= to) return { first, last: index }
    at = end + 1
  }
  return first === undefined ? undefined : { first, last: words.length - 1 }
}

/** Converts a text to one line and replaces `[1]` with `(1)`, so that it can't be mistaken for a citation. */
export const plainly = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('\u0000', '')
    .replace(/\[(\d{1,6})\]/g, '($1)')
    .toWellFormed()
    .trim()
