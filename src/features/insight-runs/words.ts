/** Pure rules of insights in the making. */
import type { TranscriptSegment } from '../transcripts/index.ts'

/** The words of a segment that hold a quote of it, from 0; undefined where it does not stand there. */
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

/** In one line, and without what could be taken for a mark of ours. */
export const plainly = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll('\u0000', '')
    .replace(/\[(\d{1,6})\]/g, '($1)')
    .toWellFormed()
    .trim()
