/** Extractive summary, which needs no language model. */
import { defineWorkerTask } from '../../../core/worker-pool.ts'
import { extractiveSummary, type SummaryContent, type SummaryContext } from '../../text/extractive-summary/index.ts'
import { cutTranscript } from '../../text/passages/index.ts'
import { isShortInput, loadSegments, type SegmentsInput } from '../../text/transcripts/index.ts'

/** Input of a summary. */
export interface SummaryMaterial {
  readonly segments: SegmentsInput
  readonly surroundings: SummaryContext
}

export function extractive({ segments, surroundings }: SummaryMaterial): SummaryContent {
  return extractiveSummary(cutTranscript(loadSegments(segments)), surroundings)
}

export const extractiveSummaryTask = defineWorkerTask(import.meta.url, extractive, ({ segments }) =>
  isShortInput(segments),
)
