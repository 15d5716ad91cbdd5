/**
 * Splits a text into passages that are short enough to cover one thought. Boundaries are where the text changes if
 * possible, and never inside a word. Passages cover the whole text. After a boundary inside a paragraph, the next
 * passage repeats one sentence.
 */
import { SENTENCE_BREAK } from '../../../core/sentence-marks.ts'
import type { TextMark } from '../../../core/text-extraction.ts'
import { iterateLines, titleOfHeading } from './markdown.ts'

/** Target length in UTF-16 units: about one to three paragraphs. */
const PASSAGE_LENGTH = 1_200
/** Remaining text up to this length isn't split again. */
export const PASSAGE_MAX = 1_500
/** Minimum length of a split passage. */
const SHORTEST_CUT = 400
/** Sections shorter than this are merged with the next section. */
const SMALL_SECTION = 200
const OVERLAP_MAX = 160
const HEADING_MAX = 200

export interface CutPassage {
  /** Offsets in the source text. `text` is the text between them. */
  readonly start: number
  readonly end: number
  readonly headings: readonly string[]
  readonly text: string
}

export function cutIntoPassages(text: string, marks: readonly TextMark[]): CutPassage[] {
  const seams = findSeams(text, marks)
  return mergeSections(splitSections(text, marks)).flatMap((section) => cut(text, section, seams))
}

interface Section {
  readonly start: number
  readonly end: number
  readonly headings: readonly string[]
  /** Whether the section has text below its headings. */
  readonly hasBody: boolean
}

/** Splits the text at its headings. */
function splitSections(text: string, marks: readonly TextMark[]): Section[] {
  const sections: Section[] = []
  const path: { level: number; title: string }[] = []
  let open = { start: 0, bodyFrom: 0 }
  const close = (end: number) => {
    if (!/\S/.test(text.slice(open.start, end))) return
    const headings = path.map(({ title }) => title).filter((title) => title !== '')
    sections.push({ start: open.start, end, headings, hasBody: /\S/.test(text.slice(open.bodyFrom, end)) })
  }
  for (const { kind, start, end, level = 1 } of marks) {
    if (kind !== 'heading') continue
    close(start)
    while ((path.at(-1)?.level ?? 0) >= level) path.pop()
    path.push({ level, title: titleOfHeading(text.slice(start, end)).slice(0, HEADING_MAX).toWellFormed() })
    open = { start, bodyFrom: end }
  }
  close(text.length)
  return sections
}

/** Merges headings without text, and very short sections, with the next section. */
function mergeSections(sections: readonly Section[]): Section[] {
  const all: Section[] = []
  for (const next of sections) {
    const last = all.at(-1)
    if (last === undefined) all.push(next)
    else if (!last.hasBody) all[all.length - 1] = { ...next, start: last.start }
    else if (last.end - last.start < SMALL_SECTION && next.end - last.start <= PASSAGE_LENGTH) {
      all[all.length - 1] = {
        ...next,
        start: last.start,
        headings: common(last.headings, next.headings),
        hasBody: true,
      }
    } else all.push(next)
  }
  return all
}

function common(one: readonly string[], other: readonly string[]): readonly string[] {
  const differs = one.findIndex((heading, index) => heading !== other[index])
  return differs === -1 ? one : one.slice(0, differs)
}

/** Positions where the text can be split without breaking a unit, in ascending order. */
interface Seams {
  /** Between paragraphs, around code, before headings. */
  readonly wide: readonly number[]
  /** Between list items, rows of tables and lines of code. */
  readonly narrow: readonly number[]
}

/** List items and table rows. */
const ITEM = /^\s*(?:(?:[-*+•‣·]|\d{1,9}[.)])\s|\|)/

function findSeams(text: string, marks: readonly TextMark[]): Seams {
  const wide: number[] = []
  const narrow: number[] = []
  let next = 0
  let wasBlank = false
  for (const { start, line } of iterateLines(text)) {
    while ((marks[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next++
    const mark = marks[next]
    const inside = mark !== undefined && mark.start < start
    const justBehind = marks[next - 1]?.end === start - 1
    if (mark?.start === start || justBehind) wide.push(start)
    else if (inside) mark.kind === 'code' && narrow.push(start)
    else if (line.trim() !== '') {
      if (wasBlank) wide.push(start)
      else if (ITEM.test(line)) narrow.push(start)
    }
    wasBlank = line.trim() === ''
  }
  return { wide, narrow }
}

function cut(text: string, { start, end, headings }: Section, seams: Seams): CutPassage[] {
  const passages: CutPassage[] = []
  const take = (from: number, to: number) => {
    const whole = text.slice(from, to)
    const at = from + whole.length - whole.trimStart().length
    const inner = whole.trim()
    if (inner !== '') passages.push({ start: at, end: at + inner.length, headings, text: inner })
  }
  let from = skipBlank(text, start, end)
  while (end - from > PASSAGE_MAX) {
    const seam = seamIn(text, from + SHORTEST_CUT, from + PASSAGE_LENGTH, seams)
    take(from, seam.at)
    from = skipBlank(text, seam.clean ? seam.at : overlapBefore(text, from, seam.at), end)
  }
  take(from, end)
  return passages
}

/** Best boundary between two offsets. Clean boundaries need no overlap. */
function seamIn(text: string, low: number, high: number, seams: Seams): { at: number; clean: boolean } {
  const clean = lastIn(seams.wide, low, high) ?? lastIn(seams.narrow, low, high)
  if (clean !== undefined) return { at: clean, clean: true }
  const sentence = lastSentence(text, low, high)
  if (sentence !== undefined) return { at: sentence, clean: false }
  for (let at = high; at > low; at--) if (isBlank(text, at - 1)) return { at, clean: false }
  return { at: insideBlankless(text, low, high), clean: false }
}

/** Last of the sorted offsets from low to high. */
function lastIn(sorted: readonly number[], low: number, high: number): number | undefined {
  let first = 0
  let beyond = sorted.length
  while (first < beyond) {
    const middle = (first + beyond) >> 1
    if ((sorted[middle] ?? 0) <= high) first = middle + 1
    else beyond = middle
  }
  const found = sorted[first - 1]
  return found !== undefined && found >= low ? found : undefined
}

function lastSentence(text: string, low: number, high: number): number | undefined {
  let found: number | undefined
  for (const match of text.slice(low, high).matchAll(SENTENCE_BREAK)) found = low + match.index + match[0].length
  return found
}

let words: Intl.Segmenter | undefined

/** Creates the segmenter on demand, because it delays a start. */
function getWordSegmenter(): Intl.Segmenter {
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return words
}

const WINDOW = 200

/**
 * Boundary in a text without whitespace: between words of scripts without spaces, or between characters of a very long
 * word.
 */
function insideBlankless(text: string, low: number, high: number): number {
  const from = Math.max(low, high - WINDOW)
  const segments = getWordSegmenter().segment(text.slice(from, high + 1))
  const starts = [...segments].map(({ index }) => index).filter((index) => index > 0)
  const last = starts.at(-1)
  if (last !== undefined) return from + last
  return isSecondHalf(text, high) ? high - 1 : high
}

const isSecondHalf = (text: string, at: number) =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800

/** Start of the last sentence before the boundary, or of as many words as the maximum overlap allows. */
function overlapBefore(text: string, from: number, at: number): number {
  const low = Math.max(from + 1, at - OVERLAP_MAX)
  const sentence = lastSentence(text, low, skipBlankBack(text, at) - 1)
  if (sentence !== undefined) return sentence
  for (let start = low; start < at; start++) if (isBlank(text, start - 1) && !isBlank(text, start)) return start
  return at
}

const isBlank = (text: string, at: number) => /\s/.test(text.charAt(at))

function skipBlank(text: string, from: number, end: number): number {
  let at = from
  while (at < end && isBlank(text, at)) at++
  return at
}

function skipBlankBack(text: string, from: number): number {
  let at = from
  while (at > 0 && isBlank(text, at - 1)) at--
  return at
}
