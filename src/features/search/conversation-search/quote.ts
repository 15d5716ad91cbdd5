/**
 * Selects the quote of a passage that matches a question best: a line, or one or two sentences of a long line. Quotes
 * are verbatim.
 */
import { createTermSight, type TermMatcher } from '../../../core/term-prefilter.ts'
import { codePoints } from '../../../core/wire.ts'
import { splitText } from '../../text/sentences/index.ts'
import { findMarks, type HighlightMark } from './marks.ts'

/** Weights of the terms of a question. */
export interface QuestionTermWeights {
  readonly weights: ReadonlyMap<string, number>
  readonly sight: TermMatcher
}

export interface HitQuote<Line> {
  readonly line: Line
  /** Verbatim part of the line. */
  readonly text: string
  /** Matching words in order, without overlap; offsets in code points of the quote. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
}

/** Maximum length of a quote in UTF-16 units. */
export const QUOTE_MAX = 320
/** Maximum length of text before the first match in a truncated sentence. */
const BEFORE = 80
/** Weight of the length of a line: it decides between lines with the same terms, but never outweighs a term. */
const LENGTH = 0.15
/** Length at which the length score is one half. */
const USUAL_LENGTH = 80
/** Factor for lines of a speaker that the question names. */
const NAMED = 1.5

/**
 * Term weights; rarer terms weigh more.
 * @param texts sample of texts that contain the terms
 */
export function computeTermWeights(terms: readonly string[], texts: readonly string[]): QuestionTermWeights {
  const sight = createTermSight(terms)
  const holding = new Map(terms.map((term) => [term, 0]))
  for (const text of texts) for (const term of sight(text)) holding.set(term, (holding.get(term) ?? 0) + 1)
  const weights = [...holding].map(([term, n]) => [term, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))] as const)
  return { weights: new Map(weights), sight }
}

/** @param named whether the question names the speaker of a line */
export function bestQuote<Line extends { readonly text: string }>(
  lines: readonly [Line, ...Line[]],
  telling: QuestionTermWeights,
  named: (line: Line) => boolean = () => false,
): HitQuote<Line> {
  const [first, ...others] = lines.map((line) => ({
    line,
    worth: scoreText(line.text, telling.sight(line.text), telling) * (named(line) ? NAMED : 1),
  }))
  const best = others.reduce((best, one) => (one.worth > (best?.worth ?? 0) ? one : best), first)
  const line = best?.line ?? lines[0]
  const marks = findMarks(line.text, telling.weights)
  const { start, end } = line.text.length <= QUOTE_MAX ? toFullRange(line.text) : bestPart(line.text, marks, telling)
  const text = line.text.slice(start, end)
  return { line, text, highlights: mergeHighlights(text, shifted(marks, start, end)) }
}

/** Score of a text: ratio of the weights of its terms, plus a small score for its length. */
function scoreText(text: string, terms: Iterable<string>, { weights }: QuestionTermWeights): number {
  let all = 0
  for (const weight of weights.values()) all += weight
  let held = 0
  for (const term of terms) held += weights.get(term) ?? 0
  return (all === 0 ? 0 : held / all) + (LENGTH * text.length) / (text.length + USUAL_LENGTH)
}

interface Range {
  readonly start: number
  readonly end: number
}

const toFullRange = (text: string): Range => ({ start: 0, end: text.length })

const shifted = (marks: readonly HighlightMark[], start: number, end: number): HighlightMark[] =>
  marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }))

/** The best one or two consecutive sentences within the length of a quote. A longer sentence is truncated. */
function bestPart(text: string, marks: readonly HighlightMark[], telling: QuestionTermWeights): Range {
  const sentences = splitText(text).map(({ from, to }): Range => ({ start: from, end: to }))
  const parts = sentences.flatMap((sentence, index): Range[] => {
    if (sentence.end - sentence.start > QUOTE_MAX) return cuts(text, sentence, marks)
    const next = sentences[index + 1]
    const fits = next !== undefined && next.end - sentence.start <= QUOTE_MAX
    return fits ? [sentence, { start: sentence.start, end: next.end }] : [sentence]
  })
  let best: Range = parts[0] ?? { start: 0, end: 0 }
  let most = Number.NEGATIVE_INFINITY
  for (const { start, end } of parts) {
    const inside = new Set(shifted(marks, start, end).map(({ term }) => term))
    const worth = scoreText(text.slice(start, end), inside, telling)
    if (worth > most) [best, most] = [{ start, end }, worth]
  }
  return best
}

/** Possible excerpts of a long sentence: its beginning, and one around each match. */
function cuts(text: string, sentence: Range, marks: readonly HighlightMark[]): Range[] {
  const inside = marks.filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
  return [{ start: sentence.start }, ...inside].map(({ start: around }) => {
    const start = startOfWord(text, Math.max(sentence.start, around - BEFORE), around)
    const end = start + QUOTE_MAX < sentence.end ? endOfWord(text, start, start + QUOTE_MAX) : sentence.end
    return { start, end }
  })
}

/** First start of a word at or after an offset. Scripts without spaces are cut between characters. */
function startOfWord(text: string, from: number, before: number): number {
  if (from === 0 || isBlank(text, from - 1)) return from
  for (let at = from; at < before; at++) if (isBlank(text, at) && !isBlank(text, at + 1)) return at + 1
  return isSecondHalf(text, from) ? from + 1 : from
}

function endOfWord(text: string, start: number, to: number): number {
  for (let at = to; at > start + QUOTE_MAX / 2; at--) {
    if (isBlank(text, at)) return start + text.slice(start, at).trimEnd().length
  }
  return isSecondHalf(text, to) ? to - 1 : to
}

const isBlank = (text: string, at: number) => /\s/.test(text.charAt(at))
const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** Merges marks that touch or overlap. */
function mergeHighlights(text: string, marks: readonly HighlightMark[]): Range[] {
  const ranges: { start: number; end: number }[] = []
  for (const { start, end } of marks) {
    const last = ranges.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else ranges.push({ start, end })
  }
  return ranges.map(({ start, end }) => {
    const before = codePoints(text.slice(0, start))
    return { start: before, end: before + codePoints(text.slice(start, end)) }
  })
}
