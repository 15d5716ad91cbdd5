/** Splits the lines of a transcript into sentences that can continue over several lines of a speaker. */
import { ENDS_WITH_ELLIPSIS, ENDS_WITH_MARK } from '../../../core/sentence-marks.ts'
import { findSentenceEnds } from './boundaries.ts'
import {
  type CaseStyle,
  continuesIn,
  continuesInDocument,
  detectStyle,
  isBackchannel,
  JOINED_MAX,
  type SpokenLine,
} from './join-lines.ts'

/** Part of a sentence within one line. */
export interface SentencePiece {
  /** Index of the line. */
  readonly line: number
  /** Offsets in the text of the line, in UTF-16 units. */
  readonly from: number
  readonly to: number
}

export interface Sentence {
  /** Position in the transcript, from 0, in the order of the first words. */
  readonly position: number
  /** Name of the speaker. Empty if unknown. */
  readonly speaker: string
  /** At least one piece, in order. */
  readonly pieces: readonly [SentencePiece, ...SentencePiece[]]
  /** Verbatim text. The pieces are joined by a space. */
  readonly text: string
  /**
   * Whether the sentence has its start and its end. It hasn't if the speaker breaks off, or if a run of words without
   * punctuation was split because it is too long for a quote.
   */
  readonly whole: boolean
}

/** Lines of one speaker in which sentences can continue. */
interface Run {
  readonly lines: number[]
  length: number
}

/** Sentences of all lines, in order. Every character of a line except whitespace is in exactly one sentence. */
export function splitSentences(lines: readonly SpokenLine[]): Sentence[] {
  const style = detectStyle(lines)
  return inOrder(joinRuns(lines, style).flatMap((run) => splitRun(run.lines, lines, style)))
}

/** The same for the lines of a document. The segment of a line is the index of its passage. */
export function splitDocument(lines: readonly SpokenLine[]): Sentence[] {
  const style: CaseStyle = { punctuated: false, cased: detectStyle(lines).cased }
  const runs: number[][] = []
  lines.forEach((line, at) => {
    const run = runs.at(-1)
    const previous = lines[at - 1]
    if (run !== undefined && previous !== undefined && continuesInDocument(previous, line)) run.push(at)
    else runs.push([at])
  })
  return inOrder(runs.flatMap((run) => splitRun(run, lines, style)))
}

function inOrder(sentences: readonly Unplaced[]): Sentence[] {
  return sentences
    .toSorted((a, b) => a.pieces[0].line - b.pieces[0].line || a.pieces[0].from - b.pieces[0].from)
    .map((sentence, position) => ({ ...sentence, position }))
}

/** Groups lines whose sentences continue. A backchannel of another speaker can be in between. */
function joinRuns(lines: readonly SpokenLine[], style: CaseStyle): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  let interrupted: Run | undefined
  lines.forEach((line, at) => {
    const current = [open, interrupted].find((run) => {
      const last = run?.lines.at(-1)
      const previous = last === undefined ? undefined : lines[last]
      if (run === undefined || previous === undefined) return false
      if (run === interrupted && !resumes(previous, line, style)) return false
      return continuesIn(previous, line, run.length, style)
    })
    if (current !== undefined) {
      current.lines.push(at)
      current.length += line.text.length
      open = current
      interrupted = undefined
      return
    }
    const run = { lines: [at], length: line.text.length }
    runs.push(run)
    interrupted = isBackchannel(line) && open !== undefined ? open : undefined
    open = run
  })
  return runs
}

/** After an interruption, only a lower-case letter or “I” shows that the sentence continues. */
const resumes = (previous: SpokenLine, line: SpokenLine, { cased }: CaseStyle): boolean =>
  cased && /^(?:\p{Ll}|I\b)/u.test(line.text) && !ENDS_WITH_MARK.test(previous.text)

type Unplaced = Omit<Sentence, 'position'>

function splitRun(run: readonly number[], lines: readonly SpokenLine[], style: CaseStyle): Unplaced[] {
  const texts = run.map((line) => lines[line]?.text ?? '')
  const text = texts.join(' ')
  const speaker = lines[run[0] ?? 0]?.speaker ?? ''
  let from = 0
  return findSentenceEnds(text, style.cased).flatMap((end): Unplaced[] => {
    const parts = fitting(text, from, end)
    from = end
    return parts.flatMap((range): Unplaced[] => {
      const [first, ...others] = piecesIn(range, run, texts)
      if (first === undefined) return []
      const pieces = [first, ...others] as const
      const said = pieces.map((piece) => (lines[piece.line]?.text ?? '').slice(piece.from, piece.to)).join(' ')
      return [{ speaker, pieces, text: said, whole: parts.length === 1 && isFinished(said, style) }]
    })
  })
}

/** In a transcript without punctuation, nothing shows whether a sentence is finished. */
const isFinished = (text: string, { punctuated }: CaseStyle): boolean =>
  !punctuated || (ENDS_WITH_MARK.test(text) && !ENDS_WITH_ELLIPSIS.test(text))

interface Range {
  readonly from: number
  readonly to: number
}

/** Splits a run of words without punctuation between words, at a comma if possible. */
function fitting(text: string, from: number, to: number): Range[] {
  const ranges: Range[] = []
  let start = from
  while (to - start > JOINED_MAX) {
    const window = text.slice(start, start + JOINED_MAX)
    const comma = Math.max(window.lastIndexOf(', '), window.lastIndexOf('; ')) + 1
    const blank = window.search(/\s\S*$/)
    const at =
      comma > JOINED_MAX / 2 ? comma : blank > 0 ? blank : JOINED_MAX - (isSecondHalf(text, start + JOINED_MAX) ? 1 : 0)
    ranges.push({ from: start, to: start + at })
    start += at
  }
  ranges.push({ from: start, to })
  return ranges
}

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00

/** Locates a range of the joined text in its lines, without whitespace at the ends. */
function piecesIn({ from, to }: Range, run: readonly number[], texts: readonly string[]): SentencePiece[] {
  const pieces: SentencePiece[] = []
  let offset = 0
  for (const [index, line] of run.entries()) {
    const text = texts[index] ?? ''
    const [low, high] = [Math.max(from - offset, 0), Math.min(to - offset, text.length)]
    offset += text.length + 1
    if (low >= high) continue
    const inner = text.slice(low, high)
    const trimmed = inner.trim()
    if (trimmed === '') continue
    const start = low + inner.length - inner.trimStart().length
    pieces.push({ line, from: start, to: start + trimmed.length })
  }
  return pieces
}
