/** Formats a transcript as numbered lines, in as few parts as the context of the model allows. */
import { estimateTokens, type LanguageModel, ModelFault } from '../../../core/language-model.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/** Maximum number of parts of a conversation. Longer conversations fail with `too_long`. */
const PARTS_MAX = 24
const OUTPUT_MAX = 6_000
/** Divisor of the model context: one quarter is for the output. */
const OUTPUT_SHARE = 4
/** Tokens reserved for instructions, the schema and estimation errors. */
const FRAME_TOKENS = 1_800
/** Tokens reserved for the longest speaker name and a line number. */
const NAME_TOKENS = 700

export interface TokenBudget {
  /** Maximum tokens of one part of the transcript. */
  readonly room: number
  readonly maxOutputTokens: number
}

/** @param frame tokens of the prompt in addition to the reserved ones and the transcript part */
export function computeTokenBudget({ contextTokens }: Pick<LanguageModel, 'contextTokens'>, frame = 0): TokenBudget {
  const maxOutputTokens = Math.min(OUTPUT_MAX, Math.floor(contextTokens / OUTPUT_SHARE))
  return { room: contextTokens - maxOutputTokens - FRAME_TOKENS - frame, maxOutputTokens }
}

/**
 * Splits a transcript into parts. A line that exceeds the room is split. Empty segments are omitted; numbering is kept.
 * @throws ModelFault `too_long`
 */
export function splitToFit(segments: readonly TranscriptSegment[], room: number): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let tokens = 0
  segments.forEach((segment, index) => {
    const said = segmentText(segment).replace(/\s+/g, ' ').trim()
    if (said === '') return
    for (const piece of splitLongText(said, room)) {
      const text = `[${index}] ${segment.speaker.name === '' ? '' : `${segment.speaker.name}: `}${piece}`
      const more = estimateTokens(text) + 1
      if (lines.length > 0 && tokens + more > room) {
        parts.push(lines.join('\n'))
        lines = []
        tokens = 0
      }
      lines.push(text)
      tokens += more
    }
  })
  if (lines.length > 0) parts.push(lines.join('\n'))
  if (parts.length > PARTS_MAX) throw new ModelFault('too_long')
  return parts
}

/** Name of a part in a prompt. */
export const partNamed = (index: number, parts: number): string =>
  parts === 1 ? 'this conversation' : `part ${index + 1} of ${parts} of a conversation`

/** Splits a segment that exceeds the context, such as a speech of an hour, between sentences or else between words. */
function splitLongText(text: string, room: number): string[] {
  // The estimate counts at most one token per UTF-16 unit.
  const most = Math.max(100, room - NAME_TOKENS)
  const pieces: string[] = []
  let rest = text
  while (rest.length > most) {
    const window = rest.slice(0, most)
    const sentence = Math.max(...['. ', '? ', '! '].map((end) => window.lastIndexOf(end) + 1))
    const blank = window.lastIndexOf(' ')
    const at = [sentence, blank].find((place) => place > most / 2) ?? (window.isWellFormed() ? most : most - 1)
    pieces.push(rest.slice(0, at))
    rest = rest.slice(at).trimStart()
  }
  return [...pieces, rest]
}
