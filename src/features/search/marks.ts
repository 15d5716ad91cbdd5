/** Where the words of a question stand in a text, as it is written there. */
import { termsOf } from '../../core/terms.ts'

/** Offsets as JavaScript counts them; `end` is behind the last one. */
export interface Mark {
  readonly start: number
  readonly end: number
  readonly term: string
}

/** A word with what may stand inside of it: `team's`, `don't`. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’ʼ][\p{L}\p{N}\p{M}]+)*/gu

/** In order; where two lie over each other they begin at different places. */
export function marksOf(text: string, terms: { has(term: string): boolean }): Mark[] {
  const marks: Mark[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const own = termsOf(word)
    if (own.length <= 1) {
      if (own[0] !== undefined && terms.has(own[0]))
        marks.push({ start: index, end: index + word.length, term: own[0] })
    } else if (own.some((term) => terms.has(term))) {
      marks.push(...marksInside(word, index, own, terms))
    }
  }
  return marks
}

/** Scripts without blanks are looked for by pairs of characters, so those are marked; else it is the whole word. */
function marksInside(
  word: string,
  index: number,
  own: readonly string[],
  terms: { has(term: string): boolean },
): Mark[] {
  const characters = [...word]
  const first = own.find((term) => terms.has(term)) ?? ''
  if (characters.length !== own.length + 1) return [{ start: index, end: index + word.length, term: first }]
  const marks: Mark[] = []
  let at = index
  own.forEach((term, position) => {
    const width = (characters[position] ?? '').length
    if (terms.has(term)) marks.push({ start: at, end: at + width + (characters[position + 1] ?? '').length, term })
    at += width
  })
  return marks
}
