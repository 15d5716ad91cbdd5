/**
 * Ends of sentences in one text, by punctuation. Intl.Segmenter isn't used, because it ends a sentence after
 * abbreviations and initials, and its result depends on the ICU version.
 */

import { SENTENCE_MARKS } from '../../../core/sentence-marks.ts'

/** Range of a text in UTF-16 units: the first one, and the one after the last. */
export interface TextRange {
  readonly from: number
  readonly to: number
}

/** Terminator with closing marks, or the end of a paragraph. */
const MARKS = new RegExp(String.raw`${SENTENCE_MARKS.source}|\n\s*\n`, 'gu')
/** Abbreviations that are followed by a name, in lower case. */
const TITLES = new Set('mr mrs ms dr prof st sen rep gov gen col sgt capt hon rev messrs mt ft'.split(' '))
/** Abbreviations within a sentence. A capital letter after them can start a new sentence. */
const INSIDE = new Set('etc inc ltd corp co llc jr sr approx dept est al'.split(' '))
/** Abbreviations that never end a sentence. */
const NEVER = new Set('vs e.g i.e eg ie cf viz ca'.split(' '))
/** Words before a single capital letter that is a label instead of an initial: “plan B”. */
const LABELS = new Set(
  'plan option vitamin grade series type phase level tier round group class section appendix team version variant part step point item category letter hepatitis'.split(
    ' ',
  ),
)
/** Capitalized words that start a sentence. After “U.S.”, any other one is part of a name: “the U.S. Senate”. */
const STARTERS = new Set(
  'I We You He She It They The A An This That These Those There In On At But And So Or If When While After Before Then Our My Your His Her Their Its What Who Why How Where Is Are Do Does Did Can Yes No Yeah Okay Well Also However'.split(
    ' ',
  ),
)
/** Maximum number of words before an ellipsis that can't be a sentence: “So… the plan”. */
const OPENING_WORDS = 2

/**
 * Finds the ends of sentences: offsets after the terminator and its closing marks, in order. The end of the text is the
 * last one.
 * @param cased whether sentences start with a capital letter. If so, a terminator before a lower-case letter is ignored.
 */
export function findSentenceEnds(text: string, cased: boolean): number[] {
  const ends: number[] = []
  let from = 0
  for (const match of text.matchAll(MARKS)) {
    const to = match.index + match[0].length
    if (match[0].startsWith('\n') || endsHere(text, from, match.index, to, cased)) {
      ends.push(to)
      from = to
    }
  }
  if (text.slice(from).trim() !== '') ends.push(text.length)
  return ends
}

/** Splits a text into its sentences, without the whitespace between them. */
export function splitText(text: string, cased = /^\W*\p{Lu}/u.test(text)): TextRange[] {
  const ranges: TextRange[] = []
  let from = 0
  for (const end of findSentenceEnds(text, cased)) {
    const whole = text.slice(from, end)
    const start = from + whole.length - whole.trimStart().length
    const trimmed = whole.trim()
    if (trimmed !== '') ranges.push({ from: start, to: start + trimmed.length })
    from = end
  }
  return ranges
}

/** Texts of the sentences of a short text, such as one line of a transcript. They occur verbatim in it. */
export const cutSentences = (text: string, cased?: boolean): string[] =>
  splitText(text, cased).map(({ from, to }) => text.slice(from, to))

/**
 * Whether a terminator ends a sentence.
 * @param from start of the sentence
 * @param at offset of the terminator
 * @param to offset after its closing marks
 */
function endsHere(text: string, from: number, at: number, to: number, cased: boolean): boolean {
  const mark = text.slice(at, to)
  if (/^[。！？｡]/u.test(mark)) return true
  const next = /^\s*["'“‘«([]*(\S+)/u.exec(text.slice(to, to + 80))?.[1] ?? ''
  if (next === '') return true
  if (cased && /^\p{Ll}/u.test(next) && !isBrand(next)) return false
  const before = text.slice(Math.max(from, at - 40), at)
  if (/^(?:…|\.\.)/.test(mark)) return !isTrailing(text.slice(from, at), next)
  if (!mark.startsWith('.')) return true
  if (UNFINISHED.test(before)) return false
  const word = /([\p{L}.]+)$/u.exec(before)?.[1] ?? ''
  return !isAbbreviation(word, before, next)
}

/** Brand names such as “iPhone” start a sentence in lower case. */
const isBrand = (word: string) => /^\p{Ll}{1,2}\p{Lu}/u.test(word)

/** Words that no English sentence ends with. An ellipsis after them is a pause. */
const DANGLING =
  /(?:^|[\s,…])(?:and|or|but|so|the|an?|to|of|for|with|in|at|by|from|that|which|who|because|if|is|are|was|were|be|been|we|they|you|he|she|i|our|their|your|my|these|those|as|than|like|about|into|just|very|some|any|can|could|will|would|should|have|has|had|where|when|what|how|then|um+|uh+|more|most)[\s,]*$/i

/** Words before a full stop that speech recognition sets in a pause: “we do our, like.” */
export const UNFINISHED = /(?:,\s+like|\s(?:the|an|and|or|um+|uh+))$/i

/**
 * Whether an ellipsis is a pause within a sentence. “I” doesn't show that a new sentence starts.
 * @param sentence the words before the ellipsis
 * @param next the word after it
 */
export function isTrailing(sentence: string, next: string): boolean {
  if (/^(?:I(?:['’]\p{L}+)?[,.]?$|\d)/u.test(next)) return true
  return DANGLING.test(sentence.slice(-20)) || sentence.trim().split(/\s+/).length <= OPENING_WORDS
}

function isAbbreviation(word: string, before: string, next: string): boolean {
  const folded = word.toLowerCase()
  if (TITLES.has(folded) && /^\p{Lu}/u.test(word)) return true
  if (NEVER.has(folded)) return true
  if (folded === 'no') return /^\d/.test(next)
  if (INSIDE.has(folded)) return !/^\p{Lu}/u.test(next)
  if (/^(?:\p{L}\.)+\p{L}$/u.test(word)) return !STARTERS.has(next.replace(/\W+$/, ''))
  return /^\p{Lu}$/u.test(word) && word !== 'I' && isInitial(before.slice(0, -1), next)
}

/** Whether a single capital letter is an initial: “J. Smith”, but not “plan B. Then”. */
function isInitial(before: string, next: string): boolean {
  if (!/^\p{Lu}/u.test(next)) return true
  const previous = /([\p{L}.]+)\s*$/u.exec(before)?.[1]?.toLowerCase() ?? ''
  return !LABELS.has(previous)
}
