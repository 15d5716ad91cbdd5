/** Finds risks of a deal in the words of the other side. A worker thread reads long transcripts. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { type CallRecord, findStatements } from '../../assistant/answers/index.ts'
import { isShortInput, type SegmentsInput } from '../../text/transcripts/index.ts'

export interface SpokenRisk {
  /** Speaker, time and verbatim words. */
  readonly text: string
  /** Seconds from the start of the recording. Null if the transcript has no times. */
  readonly start: number | null
}

/** @param limit maximum number of risks */
export function findSpokenRisks(segments: SegmentsInput, call: CallRecord, limit: number): SpokenRisk[] {
  const filter = { cues: ['worries', 'needs'] as const, topic: [], isExternal: true, limit }
  return findStatements(segments, call, filter).map(({ text: words, proofs: [first] }) => ({
    text: words,
    start: first?.line.start ?? null,
  }))
}

export const spokenRisksTask = defineWorkerTask(import.meta.url, findSpokenRisks, isShortInput)
