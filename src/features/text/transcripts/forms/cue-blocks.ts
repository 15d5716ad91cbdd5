import { TranscriptFault } from '../model.ts'
import { parseTimingLine, type Timing } from './timing.ts'

/** A cue of WebVTT or card of SRT. `text` keeps its line breaks. */
export interface Cue extends Timing {
  /** 1-based line of the timing. */
  line: number
  text: string
  /** Line before the timing. */
  identifier?: string
}

interface Dialect {
  /**
   * Whether a line separates cues. In WebVTT only an empty line does, because YouTube has cues with a line of one
   * space.
   */
  isBlank(line: string): boolean
  isTiming(line: string): boolean
  /** Whether a line can precede the timing (WebVTT: any identifier; SRT: a number). */
  isIdentifier(line: string): boolean
  /** Whether a block that starts with this line contains no speech (comments, styles). */
  isSkipped(first: string): boolean
  /** Message for a block without a required timing line. */
  missing: string
}

/**
 * Reads blocks separated by blank lines into cues. A later timing line in a block starts a new cue, as in the WebVTT
 * parser, because some tools omit the blank line. Directly after another timing line, it is a fault.
 */
export function readCueBlocks(lines: readonly string[], from: number, dialect: Dialect): Cue[] {
  const { isBlank, isTiming } = dialect
  const getLine = (index: number) => lines[index] ?? ''
  const cues: Cue[] = []
  let i = from
  while (i < lines.length) {
    if (isBlank(getLine(i))) {
      i++
      continue
    }
    if (!isTiming(getLine(i)) && dialect.isSkipped(getLine(i)) && !isTiming(getLine(i + 1))) {
      while (i < lines.length && !isBlank(getLine(i))) i++
      continue
    }
    let identifier: string | undefined
    if (!isTiming(getLine(i))) {
      const line = i + 1
      identifier = getLine(i)
      if (!dialect.isIdentifier(getLine(i))) throw new TranscriptFault(dialect.missing, { line })
      i++
      if (!isTiming(getLine(i)))
        throw new TranscriptFault(dialect.missing, { line: isBlank(getLine(i)) ? line : line + 1 })
    }
    const line = i + 1
    const timing = parseTimingLine(getLine(i), line)
    i++
    const start = i
    while (i < lines.length && !isBlank(getLine(i)) && !isTiming(getLine(i))) i++
    if (i === start && isTiming(getLine(i))) {
      throw new TranscriptFault('A timing line follows another one directly. Add the text of the first cue.', {
        line: i + 1,
      })
    }
    // Without a blank line before the next cue, the line above its timing is its number, not speech.
    const end = isTiming(getLine(i)) && i - start > 1 && /^\d+$/.test(getLine(i - 1).trim()) ? i - 1 : i
    cues.push({
      ...timing,
      ...(identifier === undefined ? {} : { identifier }),
      line,
      text: lines.slice(start, end).join('\n'),
    })
  }
  return cues
}
