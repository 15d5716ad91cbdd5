/**
 * Splits transcripts into passages: windows of speaker turns that overlap by half, so that some passage contains each
 * statement completely.
 *
 * A **line** is the text of one segment. Long segments are split between sentences into several lines. A **block** is
 * about four lines. Its end moves by one line if the speaker changes, somebody pauses or the vocabulary changes there.
 * A **passage** is two consecutive blocks, so every block except the first and the last belongs to two passages.
 * Passages at even positions (`listPassageBlocks`) don't overlap and together cover the whole conversation.
 */
import { SENTENCE_BREAK } from '../../../core/sentence-marks.ts'
import { extractLineTerms } from '../../../core/terms.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/** Lines per block. */
const BLOCK_LINES = 4
/** Maximum length in UTF-16 units. A longer line is split; a block ends when it reaches this length. */
export const BLOCK_LENGTH = 750
/** Minimum length of a part of a split line. */
const SHORTEST_PIECE = 300
/** Seconds of silence that count as a pause. */
const PAUSE = 3

export interface SourceLine {
  /** Position of the segment in the transcript, from 0. */
  readonly segment: number
  readonly speaker: string
  /** Seconds from the start of the recording. Parts of a split segment have the times of the whole segment. */
  readonly start: number | null
  readonly end: number | null
  /** Verbatim. */
  readonly text: string
}

/** Range of lines: the first line, and the line after the last. */
export interface LineBlock {
  readonly from: number
  readonly to: number
}

export interface CutTranscript {
  readonly lines: readonly SourceLine[]
  readonly blocks: readonly LineBlock[]
}

export interface TranscriptPassage {
  /** Position in the conversation, from 0. Even passages don't overlap. */
  readonly position: number
  readonly lines: readonly SourceLine[]
}

export function cutTranscript(segments: readonly TranscriptSegment[]): CutTranscript {
  const lines = toSourceLines(segments)
  return { lines, blocks: groupIntoBlocks(lines) }
}

export function passagesOfTranscript({ lines, blocks }: CutTranscript): TranscriptPassage[] {
  // With an odd number of blocks, the last block is a passage of its own.
  const count = blocks.length % 2 === 1 ? blocks.length : blocks.length - 1
  return blocks.slice(0, Math.max(0, count)).map((block, position) => {
    const next = blocks[position + 1] ?? block
    return { position, lines: lines.slice(block.from, next.to) }
  })
}

/** Non-overlapping passages as ranges of lines. */
export function listPassageBlocks({ blocks }: CutTranscript): LineBlock[] {
  const moments: LineBlock[] = []
  for (let at = 0; at < blocks.length; at += 2) {
    const first = blocks[at]
    const second = blocks[at + 1] ?? first
    if (first !== undefined && second !== undefined) moments.push({ from: first.from, to: second.to })
  }
  return moments
}

function toSourceLines(segments: readonly TranscriptSegment[]): SourceLine[] {
  return segments.flatMap((segment, index) => {
    const { speaker, start, end } = segment
    const text = segmentText(segment).trim()
    return text === ''
      ? []
      : pieces(text).map((piece) => ({ segment: index, speaker: speaker.name, start, end, text: piece }))
  })
}

function pieces(text: string): string[] {
  const found: string[] = []
  let rest = text
  while (rest.length > BLOCK_LENGTH) {
    const window = rest.slice(0, BLOCK_LENGTH)
    let at = 0
    for (const match of window.matchAll(SENTENCE_BREAK)) at = match.index + match[0].length
    if (at < SHORTEST_PIECE) at = window.search(/\s\S*$/) + 1
    if (at < SHORTEST_PIECE) at = isSecondHalf(rest, BLOCK_LENGTH) ? BLOCK_LENGTH - 1 : BLOCK_LENGTH
    found.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest !== '') found.push(rest)
  return found
}

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

function groupIntoBlocks(lines: readonly SourceLine[]): LineBlock[] {
  const terms = lines.map(extractLineTerms)
  const blocks: LineBlock[] = []
  let from = 0
  while (from < lines.length) {
    const to = endOfBlock(lines, terms, from)
    blocks.push({ from, to })
    from = to
  }
  return blocks
}

function endOfBlock(lines: readonly SourceLine[], terms: readonly (readonly string[])[], from: number): number {
  // The grid is fixed, so that a moved boundary doesn't shift all later boundaries.
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

/** Score of the change between a line and the previous one, 0 to 3: speaker, pause and vocabulary. */
function changeAt(lines: readonly SourceLine[], terms: readonly (readonly string[])[], at: number): number {
  const [before, after] = [lines[at - 1], lines[at]]
  if (before === undefined || after === undefined) return 0
  if (before.segment === after.segment) return 0
  const speaker = before.speaker === after.speaker ? 0 : 1
  const pause = before.end !== null && after.start !== null && after.start - before.end >= PAUSE ? 1 : 0
  return speaker + pause + (shareTerm(terms, at) ? 0 : 1)
}

/** Whether the lines before and after a boundary have a term in common. */
function shareTerm(terms: readonly (readonly string[])[], at: number): boolean {
  const before = new Set<string>()
  for (const line of terms.slice(Math.max(0, at - BLOCK_LINES), at)) for (const term of line) before.add(term)
  return terms.slice(at, at + BLOCK_LINES).some((line) => line.some((term) => before.has(term)))
}
