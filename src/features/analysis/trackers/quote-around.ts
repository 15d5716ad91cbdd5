/** Quotes the sentences in which a phrase is said. Pure functions. */
import { findSentenceEnds } from '../../text/sentences/index.ts'

/** Maximum distance of the sentence's start and end from the phrase, in UTF-16 units. */
const REACH = 300
/** Length of the context on a side where the sentence is longer. */
const AROUND = 120

/** Quotes verbatim from the start of the sentence to its end, or between words if the sentence is long. */
export function quoteAround(text: string, from: number, to: number): string {
  const [windowStart, windowEnd] = [Math.max(0, from - REACH), Math.min(text.length, to + REACH)]
  const isCased = /^\W*\p{Lu}/u.test(text.slice(0, REACH))
  const ends = findSentenceEnds(text.slice(windowStart, windowEnd), isCased).map((end) => windowStart + end)
  // The end of the window isn't the end of a sentence.
  const known = ends.filter((end) => end < windowEnd || windowEnd === text.length)
  const start = known.findLast((end) => end <= from) ?? (windowStart === 0 ? 0 : cutBefore(text, from))
  const end = known.find((end) => end >= to) ?? (windowEnd === text.length ? text.length : cutBehind(text, to))
  return text.slice(start, end).trim()
}

/** Offset before a position, between words or at least between characters. */
function cutBefore(text: string, from: number): number {
  const at = from - AROUND
  const blank = text.indexOf(' ', at) + 1
  return blank > 0 && blank <= from ? blank : wholeLetter(text, at)
}

function cutBehind(text: string, to: number): number {
  const at = to + AROUND
  const blank = text.lastIndexOf(' ', at)
  return blank >= to ? blank : wholeLetter(text, at)
}

/** Offset that doesn't split a surrogate pair. */
const wholeLetter = (text: string, at: number) => (/[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at)
