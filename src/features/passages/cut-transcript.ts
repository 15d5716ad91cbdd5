/**
 * How a transcript is cut into passages: windows of speaker turns that overlap by half, so that whatever is said is
 * said whole in one of them.
 *
 * A **line** is what one segment says; a long one becomes several, cut between sentences. A **block** is about four
 * lines: its end moves by one line where the speaker changes, somebody paused or the words change over. A **passage** is
 * two blocks in a row, so that every block but the first and last stands in two. Every second passage is a **moment**:
 * the moments of a conversation lie side by side, do not overlap, and together hold all of it.
 */
import { termsOf } from '../../core/terms.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/** Lines of a block. */
const BLOCK_LINES = 4
/** Characters, as JavaScript counts them. A longer line is cut; a block that reaches it is full. */
export const BLOCK_LENGTH = 750
/** No cut of a line leaves less than this. */
const SHORTEST_PIECE = 300
/** Seconds of silence that count as a pause. */
const PAUSE = 3

export interface Line {
  /** Position of its segment in the transcript, from 0. */
  readonly segment: number
  readonly speaker: string
  /** Seconds from the start of the recording; of the whole segment, since nobody knows when its middle was. */
  readonly start: number | null
  readonly end: number | null
  /** Verbatim. */
  readonly text: string
}

/** First line, and the one behind the last. */
export interface Block {
  readonly from: number
  readonly to: number
}

export interface CutTranscript {
  readonly lines: readonly Line[]
  readonly blocks: readonly Block[]
}

export interface TranscriptPassage {
  /** In the order of the conversation, from 0; even ones are moments. */
  readonly position: number
  readonly lines: readonly Line[]
}

export function cutTranscript(segments: readonly TranscriptSegment[]): CutTranscript {
  const lines = linesOf(segments)
  return { lines, blocks: blocksOf(lines) }
}

export function passagesOfTranscript({ lines, blocks }: CutTranscript): TranscriptPassage[] {
  // The last block stands alone when it is a moment of its own.
  const count = blocks.length % 2 === 1 ? blocks.length : blocks.length - 1
  return blocks.slice(0, Math.max(0, count)).map((block, position) => {
    const next = blocks[position + 1] ?? block
    return { position, lines: lines.slice(block.from, next.to) }
  })
}

/** Moments as ranges of lines. */
export function momentsOf({ blocks }: CutTranscript): Block[] {
  const moments: Block[] = []
  for (let at = 0; at < blocks.length; at += 2) {
    const first = blocks[at]
    const second = blocks[at + 1] ?? first
    if (first !== undefined && second !== undefined) moments.push({ from: first.from, to: second.to })
  }
  return moments
}

function linesOf(segments: readonly TranscriptSegment[]): Line[] {
  return segments.flatMap((segment, index) => {
    const { speaker, start, end } = segment
    const text = segmentText(segment).trim()
    return text === ''
      ? []
      : pieces(text).map((piece) => ({ segment: index, speaker: speaker.name, start, end, text: piece }))
  })
}

/** Behind the end of a sentence, or else behind a blank. */
const SENTENCE_END = /[.!?…]["'”’»)\]]{0,3}\s+|[。！？｡][”’」』）]{0,3}/g

function pieces(text: string): string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > BLOCK_LENGTH) {
    const window = rest.slice(0, BLOCK_LENGTH)
    let at = 0
    for (const match of window.matchAll(SENTENCE_END)) at = match.index + match[0].length
    if (at < SHORTEST_PIECE) at = window.search(/\s\S*$/) + 1
    if (at < SHORTEST_PIECE) at = isSecondHalf(rest, BLOCK_LENGTH) ? BLOCK_LENGTH - 1 : BLOCK_LENGTH
    found.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest !== '') found.push(rest)
  return found
}

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function blocksOf(lines: readonly Line[]): Block[] {
  const terms = lines.map(({ text }) => termsOf(text))
  const blocks: Block[] = []
  let from = 0
  while (from < lines.length) {
    const to = endOfBlock(lines, terms, from)
    blocks.push({ from, to })
    from = to
  }
  return blocks
}

function endOfBlock(lines: readonly Line[], terms: readonly string[][], from: number): number {
  // The grid is fixed, so that one cut that moved does not move all later ones.
  const regular = (Math.floor(from / BLOCK_LINES) + (from % BLOCK_LINES === BLOCK_LINES - 1 ? 2 : 1)) * BLOCK_LINES
  let length = 0
  let full = from
  while (full < lines.length && (full === from || length + (lines[full]?.text.length ?? 0) <= BLOCK_LENGTH)) {
    length += lines[full]?.text.length ?? 0
    full++
  }
  if (full < regular) return full
  if (regular >= lines.length) return lines.length
  let best = regular
  let bestWorth = changeAt(lines, terms, regular)
  for (const at of [regular - 1, regular + 1]) {
    if (at <= from || at > full || at >= lines.length) continue
    const worth = changeAt(lines, terms, at) - 1
    if (worth > bestWorth) [best, bestWorth] = [at, worth]
  }
  return best
}

/** How much changes over between a line and the one before: 0 to 3. */
function changeAt(lines: readonly Line[], terms: readonly string[][], at: number): number {
  const [before, after] = [lines[at - 1], lines[at]]
  if (before === undefined || after === undefined) return 0
  if (before.segment === after.segment) return 0
  const speaker = before.speaker === after.speaker ? 0 : 1
  const pause = before.end !== null && after.start !== null && after.start - before.end >= PAUSE ? 1 : 0
  const one = new Set(terms.slice(Math.max(0, at - BLOCK_LINES), at).flat())
  const other = new Set(terms.slice(at, at + BLOCK_LINES).flat())
  const shared = [...one].filter((term) => other.has(term)).length
  return speaker + pause + (shared === 0 ? 1 : 0)
}
