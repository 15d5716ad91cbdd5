/** The spoken words of a transcript as numbered lines, in as few texts as a model takes in. */
import { estimateTokens, type LanguageModel, ModelFault } from '../../core/language-model.ts'
import { segmentText, type TranscriptSegment } from '../transcripts/index.ts'

/** Parts a conversation is read in at most; a longer one is too long for this model. */
const PARTS_MAX = 24
const OUTPUT_MAX = 6_000
/** Of what the model takes in, for its answer. */
const OUTPUT_SHARE = 4
/** Our own words, the schema in words, and what counting misses. */
const FRAME_TOKENS = 1_800
/** The longest name of a speaker, and the number of a line. */
const NAME_TOKENS = 700

export interface ModelRoom {
  /** Tokens for a part of the transcript. */
  readonly room: number
  readonly maxOutputTokens: number
}

/** @param frame tokens of what goes along with every part, beyond a page of our own words */
export function roomOf({ contextTokens }: Pick<LanguageModel, 'contextTokens'>, frame = 0): ModelRoom {
  const maxOutputTokens = Math.min(OUTPUT_MAX, Math.floor(contextTokens / OUTPUT_SHARE))
  return { room: contextTokens - maxOutputTokens - FRAME_TOKENS - frame, maxOutputTokens }
}

/**
 * A line that is longer than the room is cut; segments without a word are left out, and keep their numbers.
 * @throws ModelFault `too_long`
 */
export function partsThatFit(segments: readonly TranscriptSegment[], room: number): string[] {
  const parts: string[] = []
  let lines: string[] = []
  let tokens = 0
  segments.forEach((segment, index) => {
    const said = segmentText(segment).replace(/\s+/g, ' ').trim()
    if (said === '') return
    for (const piece of piecesOf(said, room)) {
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

/** Which of them it is, for the wish that goes along. */
export const partNamed = (index: number, parts: number): string =>
  parts === 1 ? 'this conversation' : `part ${index + 1} of ${parts} of a conversation`

/** One segment may be longer than a model takes: a speech of an hour. It is cut between sentences, or else words. */
function piecesOf(text: string, room: number): string[] {
  // A UTF-16 unit is one token at most as we estimate them.
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
