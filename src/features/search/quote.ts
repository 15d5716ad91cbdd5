/**
 * The words of a passage that answer the question best: a line of it, or a sentence or two where the line is long.
 * Always verbatim.
 */
import { createTermSight, type TermSight } from '../../core/term-letters.ts'
import { codePoints } from '../../core/wire.ts'
import { type Mark, marksOf } from './marks.ts'

/** How much each term of a question tells. */
export interface Telling {
  readonly weights: ReadonlyMap<string, number>
  readonly sight: TermSight
}

export interface Quote<Line> {
  readonly line: Line
  /** A part of the line's text. */
  readonly text: string
  /** What of it was asked for: in order, apart from each other, counted in code points of the quote. */
  readonly highlights: readonly { readonly start: number; readonly end: number }[]
}

/** Characters, as JavaScript counts them, of a quote. */
export const QUOTE_MAX = 320
/** Of a sentence that has to be cut, as much as this stands before the first word that was asked for. */
const BEFORE = 80
/** What length is worth beside words: enough to choose among lines that hold the same, too little to beat a word. */
const LENGTH = 0.15
/** Characters at which length has half its worth. */
const USUAL_LENGTH = 80
/** How many times as much a line counts that is by whom was asked for. */
const NAMED = 1.5

/** Rarer terms tell more. @param texts a sample of where the terms stand */
export function tellingOf(terms: readonly string[], texts: readonly string[]): Telling {
  const sight = createTermSight(terms)
  const holding = new Map(terms.map((term) => [term, 0]))
  for (const text of texts) for (const term of sight(text)) holding.set(term, (holding.get(term) ?? 0) + 1)
  const weights = [...holding].map(([term, n]) => [term, Math.log(1 + (texts.length - n + 0.5) / (n + 0.5))] as const)
  return { weights: new Map(weights), sight }
}

/** @param named whether a line is by whom was asked for */
export function bestQuote<Line extends { readonly text: string }>(
  lines: readonly [Line, ...Line[]],
  telling: Telling,
  named: (line: Line) => boolean = () => false,
): Quote<Line> {
  const [first, ...others] = lines.map((line) => ({
    line,
    worth: worthOf(line.text, telling.sight(line.text), telling) * (named(line) ? NAMED : 1),
  }))
  const best = others.reduce((best, one) => (one.worth > (best?.worth ?? 0) ? one : best), first)
  const line = best?.line ?? lines[0]
  const marks = marksOf(line.text, telling.weights)
  const { start, end } = line.text.length <= QUOTE_MAX ? whole(line.text) : bestPart(line.text, marks, telling)
  const text = line.text.slice(start, end)
  return { line, text, highlights: highlightsOf(text, shifted(marks, start, end)) }
}

/** Of all that the question's terms tell, how much stands here, and a little for the length. */
function worthOf(text: string, terms: Iterable<string>, { weights }: Telling): number {
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

const whole = (text: string): Range => ({ start: 0, end: text.length })

const shifted = (marks: readonly Mark[], start: number, end: number): Mark[] =>
  marks
    .filter((mark) => mark.start >= start && mark.end <= end)
    .map((mark) => ({ ...mark, start: mark.start - start, end: mark.end - start }))

/** One sentence or two in a row, as long as they are no longer than a quote; a sentence that is longer is cut. */
function bestPart(text: string, marks: readonly Mark[], telling: Telling): Range {
  const sentences = sentencesOf(text)
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
    const worth = worthOf(text.slice(start, end), inside, telling)
    if (worth > most) [best, most] = [{ start, end }, worth]
  }
  return best
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' })

/** Without the blanks around them. Line breaks end sentences too. */
function sentencesOf(text: string): Range[] {
  return [...segmenter.segment(text)].flatMap(({ segment, index }) => {
    const trimmed = segment.trim()
    const start = index + segment.length - segment.trimStart().length
    return trimmed === '' ? [] : [{ start, end: start + trimmed.length }]
  })
}

/** Stretches of a sentence, one for each word that was asked for, and its beginning. */
function cuts(text: string, sentence: Range, marks: readonly Mark[]): Range[] {
  const inside = marks.filter(({ start, end }) => start >= sentence.start && end <= sentence.end)
  return [{ start: sentence.start }, ...inside].map(({ start: around }) => {
    const start = startOfWord(text, Math.max(sentence.start, around - BEFORE), around)
    const end = start + QUOTE_MAX < sentence.end ? endOfWord(text, start, start + QUOTE_MAX) : sentence.end
    return { start, end }
  })
}

/** The first beginning of a word from an offset on; scripts without blanks are cut between characters. */
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

/** Marks that touch or lie over each other are one. */
function highlightsOf(text: string, marks: readonly Mark[]): Range[] {
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
