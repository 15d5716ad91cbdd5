/** Joins consecutive lines of one speaker. */
import type { SpeakerTurn } from './model.ts'

/** Maximum length of a turn in UTF-16 units, so that a transcript without speakers doesn't become one text. */
const TURN_MAX = 20_000

export interface SpokenLine {
  readonly speaker: string
  readonly text: string
}

export function joinTurns(lines: readonly SpokenLine[]): SpeakerTurn[] {
  const turns: { speaker: string; text: string; lines: { segment: number; from: number }[] }[] = []
  for (const [segment, { speaker, text }] of lines.entries()) {
    const last = turns.at(-1)
    if (last !== undefined && last.speaker === speaker && last.text.length + text.length < TURN_MAX) {
      last.lines.push({ segment, from: last.text.length + 1 })
      last.text += ` ${text}`
    } else turns.push({ speaker, text, lines: [{ segment, from: 0 }] })
  }
  return turns
}

/** Position in the transcript of the line that contains an offset of a turn. */
export function findSegment({ lines }: SpeakerTurn, offset: number): number {
  let found = lines[0]?.segment ?? 0
  for (const { segment, from } of lines) {
    if (from > offset) break
    found = segment
  }
  return found
}
