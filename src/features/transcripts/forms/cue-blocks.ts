import { TranscriptFault } from '../model.ts'
import { parseTimingLine, type Timing } from './timing.ts'

/** One cue of WebVTT or card of SRT. `text` keeps its line breaks. */
export interface Cue extends Timing {
  /** 1-based line of the timing. */
  line: number
  text: string
}

interface Dialect {
  /** What parts two cues. WebVTT: an empty line only, since YouTube has cues with a line that is one blank. */
  isBlank(line: string): boolean
  isTiming(line: string): boolean
  /** Whether a line before the timing may stand there (WebVTT: any identifier; SRT: a number). */
  isIdentifier(line: string): boolean
  /** Whether a block that starts with this line holds no speech (comments, styles). */
  isSkipped(first: string): boolean
  /** Told when a block has no timing line where it must have one. */
  missing: string
}

/**
 * Reads blocks parted by blank lines into cues. A timing line further down in a block starts a cue of its own, as the
 * WebVTT parser has it, because tools forget the blank line; but directly below another timing line it is a fault.
 */
export function readCueBlocks(lines: readonly string[], from: number, dialect: Dialect): Cue[] {
  const { isBlank, isTiming } = dialect
  const at = (index: number) => lines[index] ?? ''
  const cues: Cue[] = []
  let i = from
  while (i < lines.length) {
    if (isBlank(at(i))) {
      i++
      continue
    }
    if (!isTiming(at(i)) && dialect.isSkipped(at(i)) && !isTiming(at(i + 1))) {
      while (i < lines.length && !isBlank(at(i))) i++
      continue
    }
    if (!isTiming(at(i))) {
      const line = i + 1
      if (!dialect.isIdentifier(at(i))) throw new TranscriptFault(dialect.missing, { line })
      i++
      if (!isTiming(at(i))) throw new TranscriptFault(dialect.missing, { line: isBlank(at(i)) ? line : line + 1 })
    }
    const line = i + 1
    const timing = parseTimingLine(at(i), line)
    i++
    const start = i
    while (i < lines.length && !isBlank(at(i)) && !isTiming(at(i))) i++
    if (i === start && isTiming(at(i))) {
      throw new TranscriptFault("A timing line stands where the cue's text should be.", { line: i + 1 })
    }
    // No blank line before the next cue: what stands right above its timing is its number, not speech.
    const end = isTiming(at(i)) && i - start > 1 && /^\d+$/.test(at(i - 1).trim()) ? i - 1 : i
    cues.push({ ...timing, line, text: lines.slice(start, end).join('\n') })
  }
  return cues
}
