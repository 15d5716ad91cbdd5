/** Speakers of a transcription by the turns that speaker detection found in the sound (`TRANSCRIBER_SPEAKERS_FOLDER`). */
import type { SpeakerTurn } from '../../../core/transcriber.ts'
import type { TranscriptDocument } from '../../text/transcripts/index.ts'
import { type HeardSpeaker, labelSegments } from './speaker-runs.ts'

/** Ratio of a word that a turn must cover so that the word clearly belongs to it. */
const CLEAR = 0.8
/** Maximum distance of a turn from a word outside of all turns, in seconds. Times of words are less exact than turns. */
const NEAR = 1

/** @param turns in the order of their starts */
export const labelTurns = (document: TranscriptDocument, turns: readonly SpeakerTurn[]): TranscriptDocument =>
  labelSegments(document, createHearing(turns), (speaker) => `Speaker ${speaker + 1}`)

/** The speaker who talks longest in a time span, or the nearest one if nobody does. */
function createHearing(turns: readonly SpeakerTurn[]) {
  const longest = turns.reduce((most, { start, end }) => Math.max(most, end - start), 0)
  return (start: number | null, end: number | null): HeardSpeaker | undefined => {
    if (start === null || end === null) return undefined
    const seconds = new Map<number, number>()
    let nearest: { speaker: number; distance: number } | undefined
    // Turns that begin earlier than this are over.
    for (let at = findFirst(turns, start - longest - NEAR); at < turns.length; at++) {
      const turn = turns[at]
      if (turn === undefined || turn.start > end + NEAR) break
      const overlap = Math.min(end, turn.end) - Math.max(start, turn.start)
      if (overlap > 0) seconds.set(turn.speaker, (seconds.get(turn.speaker) ?? 0) + overlap)
      else if (-overlap <= NEAR && -overlap < (nearest?.distance ?? Number.POSITIVE_INFINITY)) {
        nearest = { speaker: turn.speaker, distance: -overlap }
      }
    }
    const [best] = [...seconds].sort(([, a], [, b]) => b - a)
    if (best !== undefined) return { speaker: best[0], isClear: best[1] >= CLEAR * (end - start) }
    return nearest === undefined ? undefined : { speaker: nearest.speaker, isClear: false }
  }
}

/** Index of the first turn that starts at or after a time. */
function findFirst(turns: readonly SpeakerTurn[], time: number): number {
  let [from, to] = [0, turns.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((turns[middle]?.start ?? 0) < time) from = middle + 1
    else to = middle
  }
  return from
}
