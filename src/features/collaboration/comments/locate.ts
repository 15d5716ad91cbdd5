/**
 * Finds the words of comments in the current transcript. Their place is computed at each read, always from the original
 * place, so that it never drifts. Comments and transcripts can be long and full of repetitions, so the cost grows with
 * their lengths alone, and worker threads locate words in long transcripts.
 */
import { fold } from '../../../core/fold.ts'
import { codePoints } from '../../../core/wire.ts'
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import {
  isShortInput,
  loadSegments,
  type SegmentsInput,
  segmentText,
  type TranscriptSegment,
} from '../../text/transcripts/index.ts'
import { type LocatedWords, readWords, type WordRange } from './anchor.ts'

export interface StoredWords {
  readonly range: WordRange
  readonly quote: string
  readonly start: number | null
  readonly end: number | null
}

/** Words of several comments of one conversation, in their order. */
export function locateComments(input: SegmentsInput, stored: readonly StoredWords[]): LocatedWords[] {
  const transcript = createTokenizedTranscript(loadSegments(input))
  return stored.map((words) => locateIn(transcript, words))
}

/** Total length of quotes that are located in a short transcript without a worker thread. */
const SHORT_QUOTES = 4_000

export const locateCommentsTask = defineWorkerTask(
  import.meta.url,
  locateComments,
  (input, stored) => isShortInput(input) && stored.reduce((sum, { quote }) => sum + quote.length, 0) <= SHORT_QUOTES,
)

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

interface TokenizedTranscript {
  readonly segments: readonly TranscriptSegment[]
  readonly isTimed: boolean
  /** Split when they are first needed, once for all comments. */
  readonly tokens: () => readonly Token[]
}

function createTokenizedTranscript(segments: readonly TranscriptSegment[]): TokenizedTranscript {
  let tokens: readonly Token[] | undefined
  return {
    segments,
    isTimed: segments.some(({ start }) => start !== null),
    tokens: () => {
      tokens ??= segments.flatMap((segment, index) => tokenize(segmentText(segment), index))
      return tokens
    },
  }
}

function locateIn(transcript: TokenizedTranscript, stored: StoredWords): LocatedWords {
  const { segments } = transcript
  const same = readWords(segments, stored.range)
  if (same?.quote === stored.quote) return { ...same, status: 'unchanged' }
  const wanted = tokenize(stored.quote, 0).map(({ word }) => word)
  if (wanted.length === 0) return { status: 'removed' }
  const exact = findNearest(transcript, wanted, stored)
  if (exact !== undefined) return toLocated(segments, exact, 'unchanged')
  const similar = alignNear(transcript, wanted, stored)
  return similar === undefined ? { status: 'removed' } : toLocated(segments, similar, 'edited')
}

interface TokenSpan {
  readonly first: Token
  readonly last: Token
}

function toLocated(
  segments: readonly TranscriptSegment[],
  { first, last }: TokenSpan,
  status: 'unchanged' | 'edited',
): LocatedWords {
  const points = ({ segment }: Token, unit: number) => {
    const said = segments[segment]
    return said === undefined ? 0 : codePoints(segmentText(said).slice(0, unit))
  }
  const words = readWords(segments, {
    ...{ firstSegment: first.segment, firstOffset: points(first, first.from) },
    ...{ lastSegment: last.segment, lastOffset: points(last, last.to) },
  })
  return words === undefined ? { status: 'removed' } : { ...words, status }
}

/** The same words, at the place nearest to the original one. Searches as Knuth, Morris and Pratt do (1977). */
function findNearest(
  { segments, tokens: split }: TokenizedTranscript,
  wanted: readonly string[],
  stored: StoredWords,
): TokenSpan | undefined {
  const tokens = split()
  const borders = computeBorders(wanted)
  let best: (TokenSpan & { readonly distance: number }) | undefined
  let matched = 0
  for (const [at, last] of tokens.entries()) {
    while (matched > 0 && wanted[matched] !== last.word) matched = borders[matched - 1] ?? 0
    if (wanted[matched] === last.word) matched++
    if (matched < wanted.length) continue
    matched = borders[matched - 1] ?? 0
    const first = tokens[at - wanted.length + 1]
    if (first === undefined) continue
    const distance = distanceFrom(segments, first.segment, stored)
    if (best === undefined || distance < best.distance) best = { first, last, distance }
  }
  return best
}

/** For each position, the length of the longest proper prefix of the words that also ends there. */
function computeBorders(words: readonly string[]): Int32Array {
  const borders = new Int32Array(words.length)
  let length = 0
  for (let at = 1; at < words.length; at++) {
    while (length > 0 && words[at] !== words[length]) length = borders[length - 1] ?? 0
    if (words[at] === words[length]) length++
    borders[at] = length
  }
  return borders
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
  { segments, isTimed, tokens }: TokenizedTranscript,
  wanted: readonly string[],
  stored: StoredWords,
): TokenSpan | undefined {
  const length = Math.max(0, (stored.end ?? 0) - (stored.start ?? 0))
  const reach = isTimed && stored.start !== null ? EDITED_SECONDS + length : EDITED_SEGMENTS
  const near: Token[] = []
  for (const token of tokens()) {
    if (near.length === ALIGNED_TOKENS) break
    if (distanceFrom(segments, token.segment, stored) <= reach) near.push(token)
  }
  let above = createRow(wanted.length)
  let row = createRow(wanted.length)
  let best = { score: 0, matched: 0, first: -1, last: -1 }
  for (const [index, { word }] of near.entries()) {
    for (const [column, one] of wanted.entries()) {
      const isSame = word === one
      const diagonal = (above.score[column] ?? 0) + (isSame ? 2 : -1)
      const [up, left] = [(above.score[column + 1] ?? 0) - 1, (row.score[column] ?? 0) - 1]
      const score = Math.max(0, up, left, diagonal)
      // The first of equal ones counts. A score of 0 begins a new alignment.
      const [from, at] = score === up ? [above, column + 1] : score === left ? [row, column] : [above, column]
      const isMatch = isSame && from === above && at === column
      const before = score === 0 ? -1 : (from.first[at] ?? -1)
      row.score[column + 1] = score
      row.matched[column + 1] = score === 0 ? 0 : (from.matched[at] ?? 0) + (isMatch ? 1 : 0)
      row.first[column + 1] = isMatch && before === -1 ? index : before
      row.last[column + 1] = score === 0 ? -1 : isMatch ? index : (from.last[at] ?? -1)
      if (score <= best.score) continue
      const [matched = 0, first = -1, last = -1] = [row.matched, row.first, row.last].map((part) => part[column + 1])
      best = { score, matched, first, last }
    }
    ;[above, row] = [row, above]
  }
  const [first, last] = [near[best.first], near[best.last]]
  if (first === undefined || last === undefined || best.matched < wanted.length * REMAINING_RATIO) return undefined
  return { first, last }
}

/** Row of the alignment. Column 0 is empty. */
const createRow = (columns: number) => ({
  score: new Int32Array(columns + 1),
  matched: new Int32Array(columns + 1),
  /** First and last matched token, or -1. */
  first: new Int32Array(columns + 1).fill(-1),
  last: new Int32Array(columns + 1).fill(-1),
})
