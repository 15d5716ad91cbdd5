/** Turns of a whole transcript, for an overview of who speaks when. Pure functions. */
import type { TranscriptSegment } from '../../text/transcripts/index.ts'
import type { TranscriptTurn } from './schema.ts'

/** Pause in seconds that ends a turn, although the same speaker continues. */
const PAUSE_SECONDS = 5

/** @param speakers speakers by position; turns of speakers that it doesn't contain have the position -1 */
export function listTurns(
  segments: readonly TranscriptSegment[],
  speakers: readonly { readonly name: string }[],
): TranscriptTurn[] {
  const positions = new Map(speakers.map(({ name }, position) => [name, position]))
  const turns: TranscriptTurn[] = []
  for (const [
    segment,
    {
      speaker: { name },
      start,
      end,
      words,
    },
  ] of segments.entries()) {
    if (start === null) continue
    const speaker = positions.get(name) ?? -1
    // Chat logs have start times only. Spoken words take about 0.4 seconds each.
    const until = Math.max(start, end ?? start + words.length * 0.4)
    const last = turns.at(-1)
    if (last !== undefined && last.speaker === speaker && start >= last.start && start - last.end <= PAUSE_SECONDS) {
      last.end = Math.max(last.end, until)
    } else turns.push({ speaker, segment, start, end: until })
  }
  return turns.toSorted((a, b) => a.start - b.start)
}
