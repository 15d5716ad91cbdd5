/** Finds the words of a question in a text. */
import { extractTerms } from '../../../core/terms.ts'

/** Offsets in UTF-16 units; `end` is exclusive. */
export interface HighlightMark {
  readonly start: number
  readonly end: number
  readonly term: string
}

/** A word, including apostrophes inside it: `team's`, `don't`. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu

/** Marks in order of their start. Overlapping marks have different starts. */
export function findMarks(text: string, terms: { has(term: string): boolean }): HighlightMark[] {
  const marks: HighlightMark[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const own = extractTerms(word)
    if (own.length <= 1) {
      if (own[0] !== undefined && terms.has(own[0]))
        marks.push({ start: index, end: index + word.length, term: own[0] })
    } else if (own.some((term) => terms.has(term))) {
      marks.push(...marksInside(word, index, own, terms))
    }
  }
  return marks
}

/** Marks within a word: pairs of characters in scripts without spaces, otherwise the whole word. */
function marksInside(
  word: string,
  index: number,
  own: readonly string[],
  terms: { has(term: string): boolean },
): HighlightMark[] {
  const characters = [...word]
  const first = own.find((term) => terms.has(term)) ?? ''
  if (characters.length !== own.length + 1) return [{ start: index, end: index + word.length, term: first }]
  const marks: HighlightMark[] = []
  let at = index
  own.forEach((term, position) => {
    const width = (characters[position] ?? '').length
    if (terms.has(term)) marks.push({ start: at, end: at + width + (characters[position + 1] ?? '').length, term })
    at += width
  })
  return marks
}
