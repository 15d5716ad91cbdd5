/** Finds the speaker turns that evidence is checked against. A worker thread parses long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'
import { toTurnTexts, turnsWith } from './model.ts'

/** Text of the turns that contain one of the quotes word for word. */
export function quotedTurns(segments: SegmentsInput, quotes: readonly string[]): string[] {
  if (quotes.length === 0) return []
  return turnsWith(toTurnTexts(loadSegments(segments)), quotes)
}

export const quotedTurnsTask = defineWorkerTask(
  import.meta.url,
  quotedTurns,
  (segments, quotes) => quotes.length === 0 || isShortInput(segments),
)
