/**
 * Ties comments to words of a transcript. A comment stores the words as they were, with their place in one version. Their
 * place in the current version is computed at each read, always from the original place, so that it never drifts. Pure
 * functions.
 */
import { fold } from '../../../core/fold.ts'
import { codePoints } from '../../../core/wire.ts'
import { segmentText, type TranscriptSegment } from '../../text/transcripts/index.ts'

/** Range of words: segments from 0, offsets in code points of the segment's text, `lastOffset` exclusive. */
export interface WordRange {
  readonly firstSegment: number
  readonly firstOffset: number
  readonly lastSegment: number
  readonly lastOffset: number
}

/** Words with their place in a transcript. */
export interface QuotedWords {
  readonly range: WordRange
  readonly quote: string
  /** Name of the first speaker. Empty if unknown. */
  readonly speaker: string
  /** Seconds from the start of the recording. Null if the transcript has no times. */
  readonly start: number | null
  readonly end: number | null
}

/**
 * `unchanged`: the words are in the current transcript. `edited`: most of them are. `removed`: they aren't, so only the time
 * is known.
 */
export type WordsStatus = 'unchanged' | 'edited' | 'removed'

export type LocatedWords = (QuotedWords & { readonly status: 'unchanged' | 'edited' }) | { readonly status: 'removed' }

/** Text between two offsets in code points. */
const slice = (text: string, from: number, to?: number): string => [...text].slice(from, to).join('')

/** Reads the words of a range. @returns undefined if the range is outside of the transcript or has no words */
export function readWords(segments: readonly TranscriptSegment[], range: WordRange): QuotedWords | undefined {
  const { firstSegment, firstOffset, lastSegment, lastOffset } = range
  const [first, last] = [segments[firstSegment], segments[lastSegment]]
  if (first === undefined || last === undefined || lastSegment < firstSegment) return undefined
  if (lastOffset > codePoints(segmentText(last))) return undefined
  const texts = segments.slice(firstSegment, lastSegment + 1).map((segment, index, all) => {
    const to = index === all.length - 1 ? lastOffset : undefined
    return slice(segmentText(segment), index === 0 ? firstOffset : 0, to).trim()
  })
  const quote = texts.filter((text) => text !== '').join(' ')
  if (quote === '') return undefined
  const start = timeAt(first, firstOffset, 'start')
  const end = timeAt(last, lastOffset - 1, 'end')
  // Words of a source can end before they start.
  return {
    range,
    quote,
    speaker: first.speaker.name,
    start,
    end: end === null || start === null ? start : Math.max(start, end),
  }
}

/** Time of the word at an offset, or of the segment if its words have no times. */
function timeAt(segment: TranscriptSegment, offset: number, side: 'start' | 'end'): number | null {
  const [of, whole] =
    side === 'start' ? (['startTimestamp', segment.start] as const) : (['endTimestamp', segment.end] as const)
  let position = 0
  for (const word of segment.words) {
    position += codePoints(word.text) + 1
    if (offset < position) return word[of] ?? whole
  }
  return whole
}

/** Whole segment that is spoken at a time; the later one of simultaneous ones. @returns undefined if nobody speaks then */
export function wordsAt(segments: readonly TranscriptSegment[], second: number): QuotedWords | undefined {
  const at = segments.findLastIndex(
    ({ start, end }) => start !== null && start <= second && second <= Math.max(end ?? start, start),
  )
  const segment = segments[at]
  if (segment === undefined) return undefined
  const lastOffset = codePoints(segmentText(segment))
  return readWords(segments, { firstSegment: at, firstOffset: 0, lastSegment: at, lastOffset })
}

/** Words spoken in a part of the recording. @returns undefined if nothing is */
export function wordsBetween(
  segments: readonly TranscriptSegment[],
  start: number,
  end: number,
): QuotedWords | undefined {
  const places: { segment: number; from: number; to: number }[] = []
  for (const [index, segment] of segments.entries()) {
    let position = 0
    for (const word of segment.words) {
      const length = codePoints(word.text)
      const from = word.startTimestamp ?? segment.start
      const to = word.endTimestamp ?? segment.end ?? from
      const isWithin =
        from !== null && to !== null && from < Math.max(end, start + 0.001) && (to > start || from === start)
      if (isWithin && word.text.trim() !== '') places.push({ segment: index, from: position, to: position + length })
      position += length + 1
    }
  }
  // Simultaneous speech can be stored in any order.
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return readWords(segments, {
    firstSegment: first.segment,
    firstOffset: first.from,
    lastSegment: last.segment,
    lastOffset: last.to,
  })
}

interface Token {
  readonly word: string
  readonly segment: number
  /** UTF-16 units. */
  readonly from: number
  readonly to: number
}

const WORD = /[\p{L}\p{N}]+(?:['’][\p{L}\p{N}]+)*/gu

const tokenize = (text: string, segment: number): Token[] =>
  [...text.matchAll(WORD)].map((match) => ({
    ...{ word: fold(match[0]).replaceAll('’', "'"), segment },
    ...{ from: match.index, to: match.index + match[0].length },
  }))

export interface StoredWords {
  readonly range: WordRange
  readonly quote: string
  readonly start: number | null
  readonly end: number | null
}

/** Finds the words of a comment in the current transcript. */
export function locateWords(segments: readonly TranscriptSegment[], stored: StoredWords): LocatedWords {
  const same = readWords(segments, stored.range)
  if (same?.quote === stored.quote) return { ...same, status: 'unchanged' }
  const wanted = tokenize(stored.quote, 0).map(({ word }) => word)
  if (wanted.length === 0) return { status: 'removed' }
  const texts = segments.map(segmentText)
  const tokens = texts.flatMap((text, index) => tokenize(text, index))
  const exact = findNearest(segments, tokens, wanted, stored)
  if (exact !== undefined) return toLocated(segments, texts, exact, 'unchanged')
  const similar = alignNear(segments, tokens, wanted, stored)
  return similar === undefined ? { status: 'removed' } : toLocated(segments, texts, similar, 'edited')
}

interface TokenSpan {
  readonly first: Token
  readonly last: Token
}

function toLocated(
  segments: readonly TranscriptSegment[],
  texts: readonly string[],
  { first, last }: TokenSpan,
  status: 'unchanged' | 'edited',
): LocatedWords {
  const points = (token: Token, unit: number) => codePoints((texts[token.segment] ?? '').slice(0, unit))
  const words = readWords(segments, {
    ...{ firstSegment: first.segment, firstOffset: points(first, first.from) },
    ...{ lastSegment: last.segment, lastOffset: points(last, last.to) },
  })
  return words === undefined ? { status: 'removed' } : { ...words, status }
}

/** The same words, at the place nearest to the original one. */
function findNearest(
  segments: readonly TranscriptSegment[],
  tokens: readonly Token[],
  wanted: readonly string[],
  stored: StoredWords,
): TokenSpan | undefined {
  let best: (TokenSpan & { readonly distance: number }) | undefined
  for (let at = 0; at + wanted.length <= tokens.length; at++) {
    if (!wanted.every((word, index) => tokens[at + index]?.word === word)) continue
    const [first, last] = [tokens[at], tokens[at + wanted.length - 1]]
    if (first === undefined || last === undefined) continue
    const distance = distanceFrom(segments, first.segment, stored)
    if (best === undefined || distance < best.distance) best = { first, last, distance }
  }
  return best
}

/** Distance in seconds, or in segments without times. */
function distanceFrom(segments: readonly TranscriptSegment[], segment: number, { start, range }: StoredWords): number {
  const at = segments[segment]?.start ?? null
  return start === null || at === null ? Math.abs(segment - range.firstSegment) : Math.abs(at - start)
}

/** Maximum distance of edited words from their original place, in seconds or, without times, in segments. */
const EDITED_SECONDS = 30
const EDITED_SEGMENTS = 10
/** Maximum number of tokens to align with. */
const ALIGNED_TOKENS = 2_000
/** Minimum ratio of the words that remain. */
const REMAINING_RATIO = 0.5

/** Local alignment (Smith and Waterman 1981) of the words with the transcript around their original place. */
function alignNear(
  segments: readonly TranscriptSegment[],
  tokens: readonly Token[],
  wanted: readonly string[],
  stored: StoredWords,
): TokenSpan | undefined {
  const isTimed = stored.start !== null && segments.some(({ start }) => start !== null)
  const length = Math.max(0, (stored.end ?? 0) - (stored.start ?? 0))
  const reach = isTimed ? EDITED_SECONDS + length : EDITED_SEGMENTS
  const near = tokens.filter(({ segment }) => distanceFrom(segments, segment, stored) <= reach).slice(0, ALIGNED_TOKENS)
  interface Cell {
    readonly score: number
    readonly matched: number
    readonly first: number
    readonly last: number
  }
  const NONE: Cell = { score: 0, matched: 0, first: -1, last: -1 }
  let before: Cell[] = Array.from({ length: wanted.length + 1 }, () => NONE)
  let best = NONE
  for (const [index, { word }] of near.entries()) {
    const row: Cell[] = [NONE]
    for (const [column, one] of wanted.entries()) {
      const diagonal = before[column] ?? NONE
      const [above, left] = [before[column + 1] ?? NONE, row[column] ?? NONE]
      const candidates: Cell[] = [
        { ...above, score: above.score - 1 },
        { ...left, score: left.score - 1 },
        word === one
          ? {
              ...{ score: diagonal.score + 2, matched: diagonal.matched + 1, last: index },
              first: diagonal.first === -1 ? index : diagonal.first,
            }
          : { ...diagonal, score: diagonal.score - 1 },
      ]
      const chosen = candidates.reduce((a, b) => (b.score > a.score ? b : a))
      const cell = chosen.score > 0 ? chosen : NONE
      row.push(cell)
      if (cell.score > best.score) best = cell
    }
    before = row
  }
  const [first, last] = [near[best.first], near[best.last]]
  if (first === undefined || last === undefined || best.matched < wanted.length * REMAINING_RATIO) return undefined
  return { first, last }
}
